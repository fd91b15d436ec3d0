FROM python:3.11-slim

WORKDIR /app
COPY pyproject.toml constraints.txt README.md LICENSE NOTICE ./
COPY stores stores
COPY nodes nodes
COPY graph graph
COPY evals evals
RUN pip install --no-cache-dir --constraint constraints.txt ".[serve,postgres]" \
    && useradd --create-home anaphora && install --directory --owner anaphora /data

USER anaphora
VOLUME /data
EXPOSE 8000
ENV ANAPHORA_HOME=/data
CMD ["anaphora", "serve", "--host", "0.0.0.0"]
