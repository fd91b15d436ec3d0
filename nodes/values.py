"""Exact values in a text: amounts with their units, money, shares, dates, times, codes and names."""

import re
from dataclasses import dataclass

from stores.words import STOP_WORDS

_NUMBER = r"\d+(?:[.,\u00a0\u202f' ]\d{3}(?!\d))*(?:[.,]\d+)?"
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|"
    r"diciembre|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|januar|februar|"
    r"märz|juni|juli|oktober|dezember)\b\.?"
)
_MONEY = r"(?:EUR|USD|GBP|CHF|CAD|AUD|JPY|INR|SEK|NOK|DKK|PLN|CZK|US\$|[€$£¥₹])"
_UNIT = (
    r"(?:(?:business|working|calendar|consecutive|full|half|school|bank)[ -])?"
    r"(?:%|percent|per cent|percentage points?|por ciento|pour cent|Prozent|°\s?[CF]|degrees?|"
    r"seconds?|minutes?|hours?|days?|nights?|weeks?|weekends?|months?|quarters?|years?|decades?|"
    r"segundos?|minutos?|horas?|días?|semanas?|mes(?:es)?|años?|secondes?|heures?|jours?|semaines?|mois|ans?|années?|"
    r"Sekunden?|Minuten?|Stunden?|Tage?n?|Wochen?|Monate?n?|Jahre?n?|"
    r"mm|cm|m|km|in|ft|mi|millimet(?:er|re)s?|centimet(?:er|re)s?|met(?:er|re)s?|kilomet(?:er|re)s?|inch(?:es)?|"
    r"feet|miles?|metros?|kilómetros?|mètres?|kilomètres?|Metern?|Kilometern?|"
    r"mg|g|kg|t|lbs?|oz|grams?|grammes?|gramos?|Gramm|kilos?|kilograms?|kilogrammes?|kilogramos?|Kilogramm|tonn?es?|"
    r"tons?|pounds?|ounces?|ml|cl|l|lit(?:er|re)s?|litros?|Litern?|gallons?|"
    r"W|kW|kWh|MW|V|A|Hz|kHz|MHz|GHz|B|kB|KB|MB|GB|TB|watts?|volts?|amps?|bytes?|"
    r"m²|m2|km²|hectares?|acres?|km/h|mph|rpm|euros?|dollars?|francs?|Franken|cents?|marks?|crowns?|"
    r"people|persons?|employees?|members?|users?|seats?|pages?|copies|items?|units?|points?|times|racks?|"
    r"pieces?|boxes|rooms?|floors?|stor(?:e?ys|ies)|servers?|nodes?|replicas?|requests?|million|billion|thousand)"
)
_AMOUNT = rf"{_NUMBER}(?:\s?(?:million|billion|thousand|millones|millions?|Millionen))?"
_DATE = (
    rf"\d{{4}}-\d\d-\d\d|\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}|\d{{1,2}}(?:st|nd|rd|th|\.|er)?(?: (?:de|of))? {_MONTH}"
    rf"(?:,?(?: de)? \d{{4}})?|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?\b(?:,? \d{{4}})?|{_MONTH} (?:de )?\d{{4}}"
)
_CLOCK = r"\d{1,2}[:h]\d\d(?::\d\d)?(?:\s?[ap]\.?m\.?)?|\d{1,2}\s?[ap]\.?m\.?(?!\w)"
_CODE = r"(?=[\w./-]*\d)(?=[\w./-]*[A-Za-z])[A-Za-z0-9]+(?:[-./_][A-Za-z0-9]+)*|\d+(?:-\d+)+"
_VALUE = re.compile(
    rf"(?<![\w.])(?:(?P<date>{_DATE})"
    rf"|(?P<number>(?:{_MONEY})\s?{_AMOUNT}|{_AMOUNT}\s?(?:{_MONEY}|{_UNIT})(?![\w])|{_AMOUNT}\s?%)"
    rf"|(?P<time>{_CLOCK})"
    rf"|(?P<code>{_CODE})"
    rf"|(?P<plain>{_NUMBER}))(?!\w)",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<!\w)[A-ZÀ-Þ][\w'’-]+(?: (?:(?:de|del|van|von|der|of|la|le) )?[A-ZÀ-Þ][\w'’-]+)*")
_FUNCTION = frozenset().union(*STOP_WORDS.values())
_YEAR = re.compile(r"(?:19|20)\d\d")


@dataclass(frozen=True)
class Value:
    """An exact value as it stands in a text. `kind`: date, number, time, code, year or plain (a bare number)."""

    text: str
    kind: str
    start: int
    end: int


def values_in(text: str) -> list[Value]:
    """Every exact value of a text, in order."""
    found = []
    for match in _VALUE.finditer(text):
        kind = match.lastgroup or "plain"
        if kind == "plain" and _YEAR.fullmatch(match.group()):
            kind = "year"
        found.append(Value(match.group().strip(), kind, match.start(), match.end()))
    return found


def names_in(text: str) -> list[str]:
    """Names: runs of capitalised words, without a function word or a lone word that begins a sentence."""
    found = []
    for match in _NAME.finditer(text):
        parts = match.group().split()
        opens = match.start() == 0 or text[: match.start()].rstrip()[-1:] in ".!?:"
        while parts and parts[0].lower() in _FUNCTION:
            parts, opens = parts[1:], False
        if len(parts) > 1 or (parts and not opens):
            found.append(" ".join(parts))
    return found


def kind_of(value: str) -> str:
    """What a stated value is: date, number or name, as ledger kinds; "fact" for anything else."""
    exact = values_in(value)
    if exact and any(one.kind == "date" for one in exact):
        return "date"
    if exact:
        return "number"
    names = _NAME.findall(value)
    return "name" if names and sum(map(len, names)) >= 0.6 * len(value) else "fact"


def unit_of(value: str) -> str:
    """What a value measures, lower case and singular: "18 weeks" is "week", "EUR 5" is "eur"; "" without a unit."""
    rest = re.sub(rf"{_NUMBER}", " ", value).strip().lower()
    words = rest.replace("business", "").replace("working", "").split()
    return words[-1].rstrip("s.") if words else ""
