import { SiteHeader } from '../ui/site-header.js'

const example = `{
  leaderboard(window: DAYS_30) {
    rank
    value
    user {
      handle
      displayName
      level
    }
  }
}`

/** Fields of code: browsers neither correct nor complete them. */
const codeField = { spellcheck: false, autocomplete: 'off', autocapitalize: 'off' } as const

/** A page to try queries. The script sends them and shows the responses. */
export function GraphqlPage({ schema }: { schema: string }) {
  return (
    <>
      <SiteHeader isSandbox />
      <main class="column">
        <h1>GraphQL</h1>
        <p class="lead">
          Query public users, their follows and the leaderboard. Requests go to{' '}
          <code>POST&nbsp;/api/graphql</code>.
        </p>
        <noscript>
          <p>This page needs JavaScript to send queries.</p>
        </noscript>
        <form id="request" class="panels">
          <RequestPanel />
          <div class="panel">
            <h2 id="result-title">Result</h2>
            <p id="state" class="quiet" role="status">
              Run a query to see its result here.
            </p>
            <textarea
              id="result"
              rows={24}
              readonly
              spellcheck={false}
              aria-labelledby="result-title"
            />
          </div>
        </form>
        <details class="schema">
          <summary>Schema</summary>
          <pre>{schema}</pre>
        </details>
      </main>
    </>
  )
}

function RequestPanel() {
  return (
    <div class="panel">
      <div class="field" id="history-field" hidden>
        <label for="history">Earlier queries</label>
        <select id="history" />
      </div>
      <div class="field">
        <label for="query">Query</label>
        <textarea
          id="query"
          rows={16}
          {...codeField}
          aria-describedby="query-note"
          value={example}
        />
        <p id="query-note" class="quiet">
          Press <kbd>Ctrl</kbd>&nbsp;<kbd>Enter</kbd> or <kbd>⌘</kbd>&nbsp;<kbd>Enter</kbd> to run.
        </p>
      </div>
      <div class="field">
        <label for="variables">Variables (JSON)</label>
        <textarea id="variables" rows={4} {...codeField} />
      </div>
      <div class="field">
        <label for="key">API key</label>
        <input
          id="key"
          type="password"
          spellcheck={false}
          autocomplete="off"
          aria-describedby="key-note"
        />
        <p id="key-note" class="quiet">
          The demo key is in <code>.data/demo.json</code>. Leave it empty to use your session.
        </p>
      </div>
      <button id="run" type="submit">
        Run query
      </button>
    </div>
  )
}
