// Sends the query of the form and shows the response.

const form = byId('request')
const button = byId('run')

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
  if (button.disabled) return
  const variables = readVariables()
  if (variables === null) {
    show('The variables are not a JSON object. Correct them and run the query again.', '')
    byId('variables').focus()
    return
  }

  button.disabled = true
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
    button.disabled = false
  }
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
  byId('result').textContent = result
}

function byId(id) {
  return document.getElementById(id)
}
