// Sends the query of the form, shows the response, and keeps the last queries in this browser.

const form = byId('request')
const button = byId('run')
const earlier = byId('history')
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

async function runQuery() {
  if (isRunning) return
  const variables = readVariables()
  if (variables === null) {
    show('The variables are not a JSON object. Correct them and run the query again.', '')
    byId('variables').focus()
    return
  }

  setRunning(true)
  remember({ query: byId('query').value, variables: byId('variables').value })
  show('Running', '')
  const started = performance.now()
  try {
    const response = await fetch('/api/graphql', {
      method: 'POST',
      headers: headersOf(byId('key').value.trim()),
      body: JSON.stringify({ query: byId('query').value, variables }),
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
function setRunning(value) {
  isRunning = value
  button.setAttribute('aria-disabled', String(value))
}

function remember(entry) {
  const others = readHistory().filter(({ query }) => query !== entry.query)
  const entries = [entry, ...others].slice(0, keptQueries)
  try {
    localStorage.setItem(storageKey, JSON.stringify(entries))
  } catch {
    // Storage is full or not allowed. The query runs without it.
  }
  showHistory()
}

function readHistory() {
  try {
    const entries = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return entries.filter(({ query }) => typeof query === 'string')
  } catch {
    return []
  }
}

function showHistory() {
  const options = readHistory().map(({ query }) => {
    const option = document.createElement('option')
    option.textContent = query.replace(/\s+/g, ' ').trim().slice(0, 80)
    return option
  })
  earlier.replaceChildren(...options)
  byId('history-field').hidden = options.length === 0
}

function restore(entry) {
  if (!entry) return
  byId('query').value = entry.query
  byId('variables').value = typeof entry.variables === 'string' ? entry.variables : ''
}

function readVariables() {
  const text = byId('variables').value.trim()
  if (text === '') return {}
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** Without a key, the session's cookie identifies the caller, and its token confirms the intent. */
function headersOf(key) {
  const headers = { 'content-type': 'application/json' }
  if (key !== '') return { ...headers, 'x-api-key': key }
  const token = /(?:^|; )cb_csrf=([^;]*)/.exec(document.cookie)?.[1]
  return token ? { ...headers, 'x-csrf-token': token } : headers
}

function show(state, result) {
  byId('state').textContent = state
  byId('result').value = result
}

function byId(id) {
  return document.getElementById(id)
}
