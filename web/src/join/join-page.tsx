import { useEffect, useRef } from 'preact/hooks'
import { joinTexts as texts } from '../core/texts/en-join.js'
import { SandboxBar } from '../ui/sandbox-bar.js'
import { StatusPill } from '../ui/status-pill.js'
import { InvitationCard } from './invitation-card.js'
import { type JoinState, useJoin } from './use-join.js'
import type { JoinView } from './view.js'

/** Lets a person who was invited by a link join the shop, with a passkey or a wallet. */
export function JoinPage({ view }: { view: JoinView }) {
  const join = useJoin(view)
  const { state } = join
  const title = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    // Screen readers announce what replaced the page. A page that opens keeps its own focus.
    if (!isFirst.current) title.current?.focus()
    isFirst.current = false
  }, [state.kind])
  return (
    <>
      {view.mode === 'sandbox' && <SandboxBar />}
      <main>
        <img src="/assets/logo.svg" alt="" width="40" height="40" />
        <section class="card" aria-labelledby="title" aria-busy={state.kind === 'loading'}>
          {state.kind === 'joined' && <StatusPill tone="good" word={texts.joined.word} />}
          <h1 id="title" ref={title} tabIndex={-1}>
            {titleOf(state)}
          </h1>
          {state.kind === 'open' ? (
            <InvitationCard {...join} invitation={state.invitation} />
          ) : (
            <Message state={state} onRetry={join.open} />
          )}
        </section>
      </main>
    </>
  )
}

function titleOf(state: JoinState): string {
  if (state.kind === 'loading') return texts.loading
  if (state.kind === 'ended') return texts.ended[state.cause].title
  const { shop, role } = state.invitation
  return state.kind === 'joined'
    ? texts.joined.title(shop)
    : texts.invites(shop, texts.roles[role] ?? role)
}

type MessageProps = { state: Exclude<JoinState, { kind: 'open' }>; onRetry(): void }

function Message({ state, onRetry }: MessageProps) {
  if (state.kind === 'loading') {
    return (
      <>
        <p class="note needs-script">{texts.loadingText}</p>
        <p class="without-script">{texts.noScript}</p>
      </>
    )
  }
  if (state.kind === 'joined') {
    const { role } = state.invitation
    return (
      <>
        <p>{texts.joined.text(texts.roles[role] ?? role)}</p>
        {texts.abilities[role] && <p>{texts.abilities[role]}</p>}
        <p>{texts.joined[state.by]}</p>
        <a class="main-button" href="/console">
          {texts.joined.open}
        </a>
      </>
    )
  }
  return (
    <>
      <p>{state.text ?? texts.ended[state.cause].text}</p>
      {state.cause === 'unreachable' && (
        <button type="button" class="main-button" onClick={onRetry}>
          {texts.ended.retry}
        </button>
      )}
    </>
  )
}
