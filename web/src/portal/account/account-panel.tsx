import type { Wallet } from '../../core/wallet/wallet.js'
import { Hash } from '../../ui/hash.js'
import { useTexts } from '../../ui/language.js'
import { type AccountProps, useSession } from './use-session.js'

type Props = AccountProps & { canRequestRefund: boolean }

/** Shows the signed-in wallet, or offers to sign in, with the actions that a session allows. */
export function AccountPanel({ canRequestRefund, ...props }: Props) {
  const { receipt, wallets } = props
  const { account: texts, page } = useTexts()
  const { session, isBusy, problem, signIn, requestRefund, signOut } = useSession(props)
  const signInAndRequestRefund = async (wallet: Wallet | null) => {
    const current = session ?? (wallet && (await signIn(wallet)))
    if (current) await requestRefund(current)
  }
  return (
    <div class="account-panel">
      {session ? (
        <p>
          {texts.signedInAs} <Hash value={session.wallet} />
        </p>
      ) : (
        <p class="note">
          {canRequestRefund
            ? texts.requestNote(receipt.brandName || page.theShop)
            : texts.signInNote}
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
            {texts.requestRefund}
          </button>
        )}
        {session && (
          <button
            type="button"
            class="quiet-button"
            disabled={isBusy}
            onClick={() => void signOut(session)}
          >
            {texts.signOut}
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
              {canRequestRefund ? texts.requestWith(wallet.name) : texts.signInWith(wallet.name)}
            </button>
          ))}
      </p>
    </div>
  )
}
