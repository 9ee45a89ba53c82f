// Sends the query of the form, shows the response, and keeps the last queries in this browser.
import '../tokens/tokens.css'
import '../ui/parts.css'
import '../ui/base.css'
import '../ui/wide-page.css'
import './styles/graphql.css'

type Entry = { query: string; variables?: string }

const form = byId('request', HTMLFormElement)
const button = byId('run', HTMLButtonElement)
const earlier = byId('history', HTMLSelectElement)
const storageKey = 'graphql-queries'
const keptQueries = 10
let isRunning = false

showHistory()
restore(readHistory()[0])

earlier.addEventListener('change', () => restore(readHistory()[earlier.selectedIndex]))

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void runQuery()
})

form.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  void runQuery()
})

async function runQuery(): Promise<void> {
  if (isRunning) return
  const variables = readVariables()
  if (variables === null) {
    show('The variables are not a JSON object. Correct them and run the query again.', '')
    byId('variables', HTMLTextAreaElement).focus()
    return
  }

  setRunning(true)
  remember({
    query: byId('query', HTMLTextAreaElement).value,
    variables: byId('variables', HTMLTextAreaElement).value,
  })
  show('Running', '')
  const started = performance.now()
  try {
    const response = await fetch('/api/graphql', {
      method: 'POST',
      headers: headersOf(byId('key', HTMLInputElement).value.trim()),
      body: JSON.stringify({ query: byId('query', HTMLTextAreaElement).value, variables }),
    })
    const result = await response.json()
    const ms = Math.round(performance.now() - started)
    show(`Status ${response.status}, ${ms} ms`, JSON.stringify(result, null, 2))
  } catch {
    show('The service did not respond. Run the query again.', '')
  } finally {
    setRunning(false)
  }
}

/** Does not disable the button, which would lose the focus. */
function setRunning(value: boolean): void {
  isRunning = value
  button.setAttribute('aria-disabled', String(value))
}

function remember(entry: Entry): void {
  const others = readHistory().filter(({ query }) => query !== entry.query)
  const entries = [entry, ...others].slice(0, keptQueries)
  try {
    localStorage.setItem(storageKey, JSON.stringify(entries))
  } catch {
    // Storage is full or not allowed. The query runs without it.
  }
  showHistory()
}

function readHistory(): Entry[] {
  try {
    const entries: Entry[] = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return entries.filter(({ query }) => typeof query === 'string')
  } catch {
    return []
  }
}

function showHistory(): void {
  const options = readHistory().map(({ query }) => {
    const option = document.createElement('option')
    option.textContent = query.replace(/\s+/g, ' ').trim().slice(0, 80)
    return option
  })
  earlier.replaceChildren(...options)
  byId('history-field', HTMLElement).hidden = options.length === 0
}

function restore(entry: Entry | undefined): void {
  if (!entry) return
  byId('query', HTMLTextAreaElement).value = entry.query
  byId('variables', HTMLTextAreaElement).value =
    typeof entry.variables === 'string' ? entry.variables : ''
}

function readVariables(): object | null {
  const text = byId('variables', HTMLTextAreaElement).value.trim()
  if (text === '') return {}
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** Without a key, the session's cookie identifies the caller, and its token confirms the intent. */
function headersOf(key: string): Record<string, string> {
  const headers = { 'content-type': 'application/json' }
  if (key !== '') return { ...headers, 'x-api-key': key }
  const token = /(?:^|; )cb_csrf=([^;]*)/.exec(document.cookie)?.[1]
  return token ? { ...headers, 'x-csrf-token': token } : headers
}

function show(state: string, result: string): void {
  byId('state', HTMLElement).textContent = state
  byId('result', HTMLTextAreaElement).value = result
}

function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id)
  if (!(element instanceof kind)) throw new Error(`The page has no element ${id}.`)
  return element
}
