import { Hash } from '../../ui/hash.js'
import type { Wallet } from '../../wallet/wallet.js'
import { type AccountProps, useSession } from './use-session.js'

type Props = AccountProps & { canRequestRefund: boolean }

/** Shows the signed-in wallet, or offers to sign in, with the actions that a session allows. */
export function AccountPanel({ canRequestRefund, ...props }: Props) {
  const { receipt, wallets } = props
  const { session, isBusy, problem, signIn, requestRefund, signOut } = useSession(props)
  const signInAndRequestRefund = async (wallet: Wallet | null) => {
    const current = session ?? (wallet && (await signIn(wallet)))
    if (current) await requestRefund(current)
  }
  return (
    <div class="account-panel">
      {session ? (
        <p>
          Signed in as <Hash value={session.wallet} />
        </p>
      ) : (
        <p class="note">
          {canRequestRefund
            ? `Sign in with the wallet that paid. ${receipt.brandName || 'The shop'} will review your request.`
            : 'Optional. Sign in to request a refund here later.'}
        </p>
      )}
      <p role="alert" class={problem ? 'notice' : 'visually-hidden'}>
        {problem}
      </p>
      <p class="actions">
        {canRequestRefund && session && (
          <button
            type="button"
            class="quiet-button"
            disabled={isBusy}
            onClick={() => void signInAndRequestRefund(null)}
          >
            Request a refund
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
              onClick={() =>
                void (canRequestRefund ? signInAndRequestRefund(wallet) : signIn(wallet))
              }
            >
              {canRequestRefund ? `Request with ${wallet.name}` : `Sign in with ${wallet.name}`}
            </button>
          ))}
      </p>
    </div>
  )
}
