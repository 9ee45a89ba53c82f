import { useEffect, useState } from 'preact/hooks'
import { posTexts as texts } from '../core/texts/en-pos.js'
import { DisplayPage } from './display/display-page.js'
import { RegisterScreen } from './register/register-screen.js'
import { useConnection } from './session/use-connection.js'
import { type Session, useSession } from './session/use-session.js'
import { TagPage } from './tag/tag-page.js'
import { PairScreen } from './unlock/pair-screen.js'
import { UnlockScreen } from './unlock/unlock-screen.js'
import type { PosView } from './view.js'

/** Shows the point of sale, its customer display, or the fixed address of a register. */
export function PosPage({ view }: { view: PosView }) {
  // The server knows neither the device nor the browser.
  const [isClient, setClient] = useState(false)
  useEffect(() => setClient(true), [])
  return (
    <div class="app">
      {view.mode === 'sandbox' && (
        <p class="sandbox-bar">
          <strong>{texts.sandbox}</strong> {texts.sandboxNote}
        </p>
      )}
      {isClient ? <Screen screen={view.screen} /> : <Loading />}
    </div>
  )
}

function Screen({ screen }: Pick<PosView, 'screen'>) {
  const [, , id = ''] = location.pathname.split('/')
  if (screen === 'tag') return <TagPage code={id} />
  return <DevicePage registerId={decodeURIComponent(id)} isDisplay={screen === 'display'} />
}

function DevicePage({ registerId, isDisplay }: { registerId: string; isDisplay: boolean }) {
  const { connection, note } = useConnection()
  const session = useSession(registerId, { isDisplay, onResponse: note })
  const { state } = session
  const isOffline = connection === 'offline'
  useEffect(() => {
    if (!isOffline && state.kind === 'unreachable') void session.reload()
  }, [isOffline, state.kind])

  switch (state.kind) {
    case 'loading':
      return <Loading />
    case 'unpaired':
      return <PairScreen session={session} isDisplay={isDisplay} />
    case 'elsewhere':
      return (
        <Elsewhere session={session} path={state.path} name={state.name} isDisplay={isDisplay} />
      )
    case 'unreachable':
      return <Unreachable message={state.message} onRetry={session.reload} />
    case 'locked':
      return <UnlockScreen session={session} name={state.name} cashiers={state.cashiers} />
    case 'display':
      return <DisplayPage api={session.api} connection={connection} />
    case 'open':
      return (
        <RegisterScreen
          key={state.register.id}
          session={session}
          register={state.register}
          cashier={state.cashier}
          connection={connection}
        />
      )
  }
}

function Loading() {
  return (
    <main class="stage" aria-busy="true">
      <img src="/assets/logo.svg" alt="" width="40" height="40" />
      <p class="soft needs-script">{texts.loading}</p>
      <p class="without-script">{texts.noScript}</p>
    </main>
  )
}

function Unreachable({ message, onRetry }: { message: string | null; onRetry(): Promise<void> }) {
  return (
    <main class="stage">
      <h1>{texts.offline}</h1>
      <p class="soft">{message ?? texts.unreachable}</p>
      <button type="button" class="main-button narrow" onClick={() => void onRetry()}>
        {texts.retry}
      </button>
    </main>
  )
}

type ElsewhereProps = { session: Session; path: string; name: string; isDisplay: boolean }

function Elsewhere({ session, path, name, isDisplay }: ElsewhereProps) {
  const [isPairing, setPairing] = useState(location.hash.includes('pair='))
  if (isPairing) return <PairScreen session={session} isDisplay={isDisplay} />
  return (
    <main class="stage">
      <h1>{texts.elsewhere.title}</h1>
      <p class="soft">{texts.elsewhere.text(name)}</p>
      <a class="main-button narrow" href={path}>
        {texts.elsewhere.open(name)}
      </a>
      <button type="button" class="quiet-button narrow" onClick={() => setPairing(true)}>
        {texts.elsewhere.pair}
      </button>
    </main>
  )
}
