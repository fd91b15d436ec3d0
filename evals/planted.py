"""Invented facts that a user states early in a conversation, a later question for each, and filler to ask between."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Planted:
    """What a user states, what they ask much later, and the exact value that the answer must hold."""

    stated: str
    asked: str
    value: str


CONVERSATIONS: tuple[tuple[Planted, ...], ...] = (
    (
        Planted("Our budget code is 4471-B.", "What is our budget code?", "4471-B"),
        Planted("My drone is called Pipit and it weighs 3.2 kg.", "How heavy did I say Pipit is?", "3.2 kg"),
        Planted("My sister Tamsin turns 15 on 9 May.", "Who is Tamsin?", "sister"),
        Planted("We decided to pay the audit fee in two instalments.", "What did we decide about the audit fee?",
                "two instalments"),
        Planted("I will call the northern warehouse Halden.", "What does Halden stand for?", "northern warehouse"),
        Planted("We are in the Madrid office.", "Which office are we in?", "Madrid"),
        Planted("The board meets on 14 March 2025.", "When does the board meet?", "14 March 2025"),
        Planted("Please note that my extension is 2097.", "What is my extension again?", "2097"),
    ),
    (
        Planted("My name is Orsolya Beke.", "What is my name?", "Orsolya Beke"),
        Planted("Benedikt is my team planner.", "Who is Benedikt?", "team planner"),
        Planted("The invoice number is INV-2024-118.", "What was the invoice number I gave you?", "INV-2024-118"),
        Planted("Our supplier is Vantor GmbH.", "Who is our supplier?", "Vantor"),
        Planted("The launch has moved from 3 June to 21 June.", "When is the launch now?", "21 June"),
        Planted("By ARR I mean annual recurring revenue.", "What do I mean by ARR?", "annual recurring revenue"),
        Planted("We agreed on a ceiling of EUR 12,400 for migration.", "Which ceiling did we agree on for migration?",
                "12,400"),
        Planted("I'm allergic to hazelnuts.", "What am I allergic to?", "hazelnuts"),
    ),
    (
        Planted("The project is code-named Bluefin.", "What is the code name of the project?", "Bluefin"),
        Planted("Our sprint is 9 working days long.", "How long is our sprint?", "9 working days"),
        Planted("My manager's name is Sofia Lindqvist.", "What is my manager's name?", "Sofia Lindqvist"),
        Planted("The server room code is 9913.", "Do you remember the server room code?", "9913"),
        Planted("Let's go with option C for the archive.", "Which option did we choose for the archive?", "option C"),
        Planted("I work from Graz on Fridays.", "Where do I work from on Fridays?", "Graz"),
        Planted("Our contact at the bank is Ilse Brandt.", "Who is our contact at the bank?", "Ilse Brandt"),
        Planted("The lease ends on 30 September 2027.", "When does the lease end?", "30 September 2027"),
    ),
    (
        Planted("Our client number at the Authority is AV-30558.", "Which client number do we have at the Authority?",
                "AV-30558"),
        Planted("We hold about EUR 86,000 of client money.", "How much client money did I say we hold?", "86,000"),
        Planted("My colleague Idris signs the returns.", "Who signs the returns, as I told you?", "Idris"),
        Planted("We use Fernway Bank for safeguarding.", "Which bank do we use for safeguarding?",
                "Fernway"),
        Planted("Our financial year ends on 31 October.", "When does our financial year end?", "31 October"),
        Planted("We have 14 employees.", "How many employees do we have?", "14"),
        Planted("When I say the desk, I mean the Tallinn dealing desk.", "What do I mean by the desk?", "Tallinn"),
        Planted("We decided not to apply for the intra-group exemption.",
                "What did we decide about the intra-group exemption?", "not to apply"),
    ),
    (
        Planted("I live in Porto.", "Where do I live?", "Porto"),
        Planted("My daughter is called Maren.", "What is my daughter called?", "Maren"),
        Planted("Our ticket for this is OPS-1182.", "What is the number of our ticket?", "OPS-1182"),
        Planted("The van carries at most 740 kg.", "How much can the van carry?", "740 kg"),
        Planted("Sorry, the budget is EUR 5,600, not EUR 6,500.", "What is the budget?", "5,600"),
        Planted("We chose the blue prototype.", "Which prototype did we choose?", "blue"),
        Planted("Rosalind is our lawyer.", "Who is Rosalind?", "lawyer"),
        Planted("The access window is from 22:00 to 23:30.", "What is the access window?", "22:00"),
    ),
)  # fmt: skip

FILLER: tuple[str, ...] = (
    "What does the regulation say about its scope?",
    "How is client money defined?",
    "What is a small firm?",
    "What is a branch?",
    "Which banks are qualifying banks?",
    "By when must a firm segregate client money?",
    "What must the title of a safeguarding account contain?",
    "What is the safeguarding threshold in euros?",
    "And in US dollars?",
    "What is the small firm exemption?",
    "How high is its threshold?",
    "What is the intra-group exemption?",
    "How long is the approval valid?",
    "What happens when an exemption is lost?",
    "How often must a firm reconcile?",
    "How long must records be kept?",
    "When is the monthly safeguarding return due?",
    "What about branches?",
    "What is the annual safeguarding audit?",
    "When must a breach be notified?",
    "What are the inspection powers of the Authority?",
    "How high is the maximum administrative penalty?",
    "What are the late filing penalties?",
    "How can a firm appeal?",
    "When did the 2021 amendment come into force?",
    "How does it change the definition of client money?",
    "Does it change the time for segregation?",
    "What is the new limit for a small firm?",
    "How does the amendment change record keeping?",
    "And the deadlines for returns?",
    "What does it say about breaches?",
    "How does it change administrative penalties?",
    "Which transitional provisions are there?",
    "Who appoints the resident manager of a branch?",
    "Who receives the interest on a safeguarding account?",
    "What happens to differences found in a reconciliation?",
)
"""Questions about `evals/corpora/regulation`. 36 divides 180, so that turns 20 and 200 ask the same one."""
