import type { ComponentChildren } from 'preact'
import { StatusPill, type Tone } from '../ui/status-pill.js'
import type { StartView } from './view.js'

type State = 'ok' | 'degraded' | 'unreachable'

const states: Record<State, { tone: Tone; word: string; text: ComponentChildren }> = {
  ok: { tone: 'good', word: 'Running', text: 'The service is up, and all checks pass.' },
  degraded: {
    tone: 'warn',
    word: 'Degraded',
    text: 'The service is up, but a check fails. No data is lost. The terminal shows the reason.',
  },
  unreachable: {
    tone: 'bad',
    word: 'No response',
    text: (
      <>
        The service does not respond. No data is lost. If it stopped, run{' '}
        <code>npm&nbsp;start</code>. This page will reconnect automatically.
      </>
    ),
  },
}

/** Shows whether the service runs, and its facts. The script checks it again every five seconds. */
export function ServiceCard({ view }: { view: StartView }) {
  const { isDegraded, network, chainId, version, sandbox } = view
  const state = isDegraded ? 'degraded' : 'ok'
  return (
    <section class="card" aria-labelledby="service">
      <h2 id="service">Service</h2>
      <div id="status" class="status" data-state={state} aria-live="polite">
        <ServiceState state={state} />
      </div>
      <dl class="facts">
        <Fact name="Mode">{sandbox ? 'Sandbox' : 'Live'}</Fact>
        <Fact name="Network">
          {network}, chain&nbsp;id {chainId}
        </Fact>
        <Fact name="API version">{version}</Fact>
        {sandbox && (
          <Fact name="Data directory" isWide>
            <code>{sandbox.dataDir}</code>
          </Fact>
        )}
      </dl>
      <div class="history needs-script">
        <svg viewBox="0 0 288 16" aria-hidden="true">
          <rect class="history-bar" width="288" height="16" rx="3" />
          <path class="history-waiting" d="M4 4.5h281" />
          <g id="history-marks" />
        </svg>
        <p class="history-text">
          <span id="last-check">Checks every 5 seconds</span>
          <span id="responses" />
        </p>
      </div>
    </section>
  )
}

/** Every state, for the script to copy. */
export function StateTemplates() {
  return (
    <>
      {(Object.keys(states) as State[]).map((state) => (
        <template id={`state-${state}`} key={state}>
          <ServiceState state={state} />
        </template>
      ))}
    </>
  )
}

function ServiceState({ state }: { state: State }) {
  const { tone, word, text } = states[state]
  return (
    <>
      <StatusPill tone={tone} word={word} />
      <p>{text}</p>
    </>
  )
}

function Fact(props: { name: string; isWide?: boolean; children: ComponentChildren }) {
  return (
    <div class={props.isWide ? 'fact-wide' : undefined}>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  )
}
