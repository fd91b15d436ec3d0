"""LangChain's history-aware retriever chain over one of our indexes: for comparison."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun, CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder
from langchain_core.retrievers import BaseRetriever

from stores.embedder import Embedder
from stores.passages import PassageIndex

PASSAGES = 5
_REPHRASE = (
    "Rewrite the last question of this conversation as a standalone question, one that is understood without what was "
    "said before. Do not answer it. If it is standalone already, repeat it."
)
_ANSWER = "Answer the question from the following context, in a few sentences. If it is not there, say so.\n\n{context}"


class DenseRetriever(BaseRetriever):
    """The five nearest passages of an index, as LangChain documents."""

    index: Any
    embedder: Any

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:  # noqa: ARG002  -- the parent's signature
        index: PassageIndex = self.index
        embedder: Embedder = self.embedder
        hits = index.dense(embedder.embed([query])[0], PASSAGES)
        found = index.fetch([hit.id for hit in hits])
        return [Document(found[hit.id].text, id=hit.id) for hit in hits if hit.id in found]

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun
    ) -> list[Document]:
        return await asyncio.to_thread(self._get_relevant_documents, query, run_manager=run_manager.get_sync())


class HistoryChain:
    """A conversation held by the chain; its whole history goes into both prompts, as the chain does it."""

    def __init__(self, index: PassageIndex, embedder: Embedder, small: BaseChatModel, answer: BaseChatModel) -> None:
        from langchain_classic.chains import create_history_aware_retriever, create_retrieval_chain
        from langchain_classic.chains.combine_documents import create_stuff_documents_chain

        history = MessagesPlaceholder("chat_history")
        rephrase = ChatPromptTemplate.from_messages([("system", _REPHRASE), history, ("human", "{input}")])
        reply = ChatPromptTemplate.from_messages([("system", _ANSWER), history, ("human", "{input}")])
        retriever = create_history_aware_retriever(small, DenseRetriever(index=index, embedder=embedder), rephrase)
        self._chain = create_retrieval_chain(retriever, create_stuff_documents_chain(answer, reply))
        self.history: list[BaseMessage] = []
        self.found: tuple[str, ...] = ()
        """The ids of the passages that the last turn's answer was written from, best first."""

    async def ask(self, message: str) -> AsyncIterator[str]:
        """Stream the answer to a message; the turn joins the history when it is complete."""
        parts: list[str] = []
        async for piece in self._chain.astream({"input": message, "chat_history": self.history}):
            if documents := piece.get("context"):
                self.found = tuple(str(document.id) for document in documents)
            if text := piece.get("answer"):
                parts.append(text)
                yield text
        self.history += [HumanMessage(message), AIMessage("".join(parts))]
