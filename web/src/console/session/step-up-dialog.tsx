import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { hasPasskeys } from '../../core/passkey/passkey.js'
import { useWallets } from '../../ui/use-wallets.js'
import { Dialog } from '../parts/dialog.js'
import { Icon } from '../parts/icon.js'
import { useConsoleTexts } from '../texts.js'
import {
  askForPasskey,
  confirmIdentity,
  type Outcome,
  proveWithWallet,
  signInAsDemo,
} from './prove-identity.js'
import { useSession } from './session.js'

/** Asks a person to prove their identity before a sensitive change. */
export function StepUpDialog({ onDone }: { onDone(isConfirmed: boolean): void }) {
  const texts = useConsoleTexts()
  const { view, me, membership } = useSession()
  const queries = useQueryClient()
  const wallets = useWallets() ?? []
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const attempt = async (run: () => Promise<Outcome>) => {
    setBusy(true)
    const outcome = await run().catch((): Outcome => 'failed')
    setBusy(false)
    if (outcome) setProblem(texts.signIn.problems[outcome])
    else onDone(true)
  }
  const confirm = async (
    proof: ReturnType<typeof askForPasskey> | ReturnType<typeof proveWithWallet>,
  ) => {
    const result = await proof
    return typeof result === 'string' ? result : confirmIdentity(result, me.csrfToken)
  }
  const input = { chainId: view.chainId, statement: texts.stepUp.title }
  return (
    <Dialog title={texts.stepUp.title} onClose={() => onDone(false)}>
      <p>{texts.stepUp.text}</p>
      <div class="stack" aria-busy={isBusy}>
        {me.wallet !== null &&
          wallets.map((wallet) => (
            <button
              key={wallet.id}
              type="button"
              class="button main"
              disabled={isBusy}
              onClick={() => void attempt(() => confirm(proveWithWallet(wallet, input)))}
            >
              <Icon name="wallet" />
              {texts.signIn.walletNamed(wallet.name)}
            </button>
          ))}
        {hasPasskeys(window) && (
          <button
            type="button"
            class="button"
            disabled={isBusy}
            onClick={() => void attempt(() => confirm(askForPasskey()))}
          >
            <Icon name="fingerprint" />
            {texts.signIn.passkey}
          </button>
        )}
        {view.mode === 'sandbox' && (
          <button
            type="button"
            class="button"
            disabled={isBusy}
            onClick={() =>
              void attempt(async () => {
                const outcome = await signInAsDemo(membership.role)
                // The new session has another CSRF token.
                if (outcome === null) await queries.refetchQueries({ queryKey: ['me'] })
                return outcome
              })
            }
          >
            {texts.stepUp.demo}
          </button>
        )}
      </div>
      {problem && (
        <p class="problem-text" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  )
}
