// The service card and the copy button of the start page. Each state of the service is a <template>
// in the page.
import '../tokens/tokens.css'
import '../ui/parts.css'
import '../ui/base.css'
import '../ui/wide-page.css'
import './styles/cards.css'
import './styles/start.css'

type State = 'ok' | 'degraded' | 'unreachable'

const checkEveryMs = 5_000
const timeoutMs = 4_000
const copiedForMs = 2_000

// The history bar has 24 slots, each 12 units wide.
const slots = 24
const slotWidth = 12

const markHeights: Record<State, number> = { ok: 9, degraded: 4, unreachable: 0 }

showCommand()
void keepChecking()

function showCommand(): void {
  const button = byId('copy')

  byId('origin').textContent = location.origin
  button.hidden = false
  button.addEventListener('click', () => void copyCommand(button))
}

async function copyCommand(button: HTMLElement): Promise<void> {
  const command = byId('command')
  const note = byId('copy-note')

  try {
    await navigator.clipboard.writeText((command.textContent ?? '').replace(/\s+/g, ' ').trim())
  } catch {
    // Browsers block the clipboard on plain http, except on localhost.
    getSelection()?.selectAllChildren(command)
    note.classList.remove('visually-hidden')
    note.textContent = 'The command is selected. Press Ctrl+C or ⌘C to copy it.'
    return
  }

  button.dataset['copied'] = ''
  byId('copy-label').textContent = 'Copied'
  // For screen readers: the button already shows it.
  note.classList.add('visually-hidden')
  note.textContent = 'Copied'
  await pause(copiedForMs)
  delete button.dataset['copied']
  byId('copy-label').textContent = 'Copy'
  note.textContent = ''
}

async function keepChecking(): Promise<never> {
  // The server has rendered the first state.
  let shownState = byId('status').dataset['state']
  let checks: State[] = []

  for (;;) {
    const state = await checkHealth()
    checks = [...checks, state].slice(-slots)

    // Updated only on a change, so that screen readers do not announce every check.
    if (state !== shownState) byId('status').replaceChildren(templateOf(state))
    shownState = state
    showHistory(checks)

    await pause(checkEveryMs)
    await pageVisible()
  }
}

/** Returns the status the service reports, or `unreachable`. */
async function checkHealth(): Promise<State> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch('/healthz', { cache: 'no-store', signal })
    const { status } = await response.json()
    return status === 'ok' || status === 'degraded' ? status : 'unreachable'
  } catch {
    return 'unreachable'
  }
}

/** Draws one mark per check: high when ok, low when degraded, none without a response. */
function showHistory(checks: readonly State[]): void {
  const responses = checks.filter((state) => state !== 'unreachable').length

  byId('history-marks').replaceChildren(...checks.map(drawMark))
  byId('history-marks')
    .closest('svg')
    ?.setAttribute('data-state', checks.at(-1) ?? '')
  byId('last-check').textContent = `Last check ${new Date().toLocaleTimeString()}`
  byId('responses').textContent = `${responses} of ${checks.length} responded`
}

function drawMark(state: State, slot: number): SVGElement {
  const mark = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  mark.setAttribute('d', `M${slot * slotWidth + 4} 0h4v${markHeights[state]}h-4z`)
  return mark
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

async function pageVisible(): Promise<void> {
  if (!document.hidden) return
  await new Promise((resolve) =>
    document.addEventListener('visibilitychange', resolve, { once: true }),
  )
}

function templateOf(state: State): Node {
  const template = document.querySelector<HTMLTemplateElement>(`#state-${state}`)
  return template?.content.cloneNode(true) ?? document.createTextNode(state)
}

function byId(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no element ${id}.`)
  return element
}
