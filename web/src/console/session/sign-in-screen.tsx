import { useState } from 'preact/hooks'
import { hasPasskeys } from '../../core/passkey/passkey.js'
import { useWallets } from '../../ui/use-wallets.js'
import { Icon } from '../parts/icon.js'
import { SandboxBar } from '../shell/sandbox-bar.js'
import { useConsoleTexts } from '../texts.js'
import type { ConsoleView } from '../view.js'
import {
  type Outcome,
  signInAsDemo,
  signInWithPasskey,
  signInWithWallet,
} from './prove-identity.js'

type SignInProps = { view: ConsoleView; onSignedIn(): Promise<void> }

const demoRoles = ['owner', 'admin', 'cashier'] as const

/** Signs a person in with a wallet or a passkey, or in a sandbox with one click. */
export function SignInScreen({ view, onSignedIn }: SignInProps) {
  const { signIn: texts } = useConsoleTexts()
  const wallets = useWallets() ?? []
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const attempt = async (run: () => Promise<Outcome>) => {
    setProblem(null)
    setBusy(true)
    const outcome = await run().catch((): Outcome => 'failed')
    setBusy(false)
    if (outcome) setProblem(texts.problems[outcome])
    else await onSignedIn()
  }
  const statement = texts.statement(location.host)
  const hasPasskey = hasPasskeys(window)
  return (
    <>
      {view.mode === 'sandbox' && <SandboxBar />}
      <main class="sign-in" id="content">
        <img src="/assets/logo.svg" alt="" width="48" height="48" />
        <h1>{texts.title}</h1>
        <p class="soft">{location.host}</p>
        <section class="card" aria-label={texts.title} aria-busy={isBusy}>
          {wallets.map((wallet, index) => (
            <button
              key={wallet.id}
              type="button"
              class={index === 0 ? 'button main' : 'button'}
              disabled={isBusy}
              onClick={() => void attempt(() => signInWithWallet(wallet, { ...view, statement }))}
            >
              <Icon name="wallet" />
              {wallets.length > 1 ? texts.walletNamed(wallet.name) : texts.wallet}
            </button>
          ))}
          {hasPasskey && (
            <button
              type="button"
              class={wallets.length === 0 ? 'button main' : 'button'}
              disabled={isBusy}
              onClick={() => void attempt(signInWithPasskey)}
            >
              <Icon name="fingerprint" />
              {texts.passkey}
            </button>
          )}
          <p class="soft" role="status">
            {problem ?? (isBusy ? texts.problems.busy : texts.note)}
          </p>
          <details open={wallets.length === 0 && !hasPasskey}>
            <summary>{texts.noWallet}</summary>
            <p class="soft">{texts.noWalletText}</p>
          </details>
        </section>
        {view.mode === 'sandbox' && (
          <section class="card demo" aria-labelledby="demo-title">
            <h2 id="demo-title">{texts.demoTitle}</h2>
            {demoRoles.map((role) => {
              const [name, text] = texts.demo[role]
              return (
                <button
                  key={role}
                  type="button"
                  class="list-button"
                  disabled={isBusy}
                  onClick={() => void attempt(() => signInAsDemo(role))}
                >
                  <span class="avatar" aria-hidden="true">
                    {name?.slice(0, 1)}
                  </span>
                  <span>
                    <b>{name}</b>
                    <span class="soft">{text}</span>
                  </span>
                  <Icon name="right" />
                </button>
              )
            })}
          </section>
        )}
        <p class="soft links">
          <a href="/docs/console.md">{texts.docs}</a>
          <a href="/">{texts.startPage}</a>
          <span>{texts.version(view.version)}</span>
        </p>
      </main>
    </>
  )
}
