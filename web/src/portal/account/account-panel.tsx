import { Hash } from '../../ui/hash.js'
import type { Wallet } from '../../wallet/wallet.js'
import type { AccountProps } from './account-props.js'
import { useSession } from './use-session.js'

/** Who is signed in, and what they can do with it. */
export function AccountPanel({ canAskBack, ...props }: AccountProps & { canAskBack: boolean }) {
  const { receipt, wallets } = props
  const { session, isBusy, problem, signIn, requestRefund, signOut } = useSession(props)
  const askBack = async (wallet: Wallet | null) => {
    const own = session ?? (wallet && (await signIn(wallet)))
    if (own) await requestRefund(own)
  }
  return (
    <div class="account-panel">
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
        {session && (
          <button
            type="button"
            class="quiet-button"
            disabled={isBusy}
            onClick={() => void signOut(session)}
          >
            Sign out
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
    </div>
  )
}
