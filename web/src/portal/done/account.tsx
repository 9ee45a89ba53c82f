import type { PortalApi } from '../live/portal-api.js'
import { stageOf } from '../state/stage-of.js'
import { Hash } from '../ui/hash.js'
import { useSession } from '../use/use-session.js'
import type { PortalReceipt } from '../view.js'
import type { Wallet } from '../wallet/wallet.js'

type Props = { api: PortalApi; receipt: PortalReceipt; wallets: readonly Wallet[] | null }

/** Signing in, which nobody has to; and asking for money back, which needs it. */
export function Account({ api, receipt, wallets }: Props) {
  const { session, isBusy, problem, signIn, requestRefund } = useSession({ api, receipt })
  const stage = stageOf(receipt)
  const canAskBack = stage === 'paid' && receipt.refundedUsd < receipt.totalUsd
  const isOpen = stage === 'open' || stage === 'failed' || stage === 'part_paid'
  if (!canAskBack && !isOpen && !session) return null
  if (!session && (wallets === null || wallets.length === 0)) return null

  const askBack = async (wallet: Wallet | null) => {
    const own = session ?? (wallet && (await signIn(wallet)))
    if (own) await requestRefund(own)
  }
  return (
    <details class="account needs-script" open={session !== null || problem !== null}>
      <summary>{canAskBack ? 'Ask for a refund' : 'Sign in with your wallet'}</summary>
      {session ? (
        <p>
          Signed in as <Hash value={session.wallet} />
        </p>
      ) : (
        <p class="note">
          {canAskBack
            ? `Sign with the wallet that paid. ${receipt.brandName || 'The shop'} then decides.`
            : 'You need not. It lets you ask for a refund here later.'}
        </p>
      )}
      <p role="alert" class={problem ? 'notice' : 'unseen'}>
        {problem}
      </p>
      <p class="actions">
        {canAskBack && session && (
          <button
            type="button"
            class="quiet-button"
            disabled={isBusy}
            onClick={() => void askBack(null)}
          >
            Ask for a refund
          </button>
        )}
        {!session &&
          wallets?.map((wallet) => (
            <button
              key={wallet.id}
              type="button"
              class="quiet-button"
              disabled={isBusy}
              onClick={() => void (canAskBack ? askBack(wallet) : signIn(wallet))}
            >
              {canAskBack ? `Ask with ${wallet.name}` : `Sign in with ${wallet.name}`}
            </button>
          ))}
      </p>
    </details>
  )
}
