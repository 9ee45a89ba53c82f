import { useEffect, useState } from 'preact/hooks'
import { hasPasskeys } from '../core/passkey/passkey.js'
import { joinTexts as texts } from '../core/texts/en-join.js'
import { useLanguage } from '../ui/language.js'
import { useWallets } from '../ui/use-wallets.js'
import type { Invitation, Join } from './use-join.js'

type Props = Join & { invitation: Invitation }

/** Shows what an invitation is for, and the ways to accept it. */
export function InvitationCard(props: Props) {
  const { invitation, problem, busy } = props
  const { format } = useLanguage()
  return (
    <>
      <p>{texts.abilities[invitation.role]}</p>
      <p class="note">{texts.validUntil(format.time(invitation.expiresAt, 'local'))}</p>
      <p role="alert" class={problem ? 'notice' : 'visually-hidden'}>
        {problem}
      </p>
      <p role="status" class={busy ? 'busy' : 'visually-hidden'}>
        {busy && texts.busy[busy]}
      </p>
      <PasskeyWay {...props} />
      <WalletWay {...props} />
    </>
  )
}

function PasskeyWay({ invitation, busy, createPasskey, acceptWithPasskey }: Props) {
  const [name, setName] = useState(invitation.name.includes('@') ? '' : invitation.name)
  const [isMissing, setMissing] = useState(false)
  const submit = (event: Event) => {
    event.preventDefault()
    setMissing(!name.trim())
    if (name.trim()) createPasskey(name.trim())
  }
  return (
    <form class="way" aria-labelledby="passkey" onSubmit={submit} noValidate>
      <h2 id="passkey">{texts.passkey.title}</h2>
      {hasPasskeys(window) ? (
        <>
          <p>{texts.passkey.text}</p>
          <label for="name">{texts.passkey.name}</label>
          <input
            id="name"
            name="name"
            autocomplete="name"
            maxLength={64}
            value={name}
            aria-invalid={isMissing}
            aria-describedby="name-hint"
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <p id="name-hint" class={isMissing ? 'notice' : 'note'}>
            {isMissing ? texts.passkey.nameMissing : texts.passkey.nameHint}
          </p>
          <button type="submit" class="main-button" disabled={busy !== null}>
            {texts.passkey.create}
          </button>
          <button
            type="button"
            class="link-button"
            disabled={busy !== null}
            onClick={acceptWithPasskey}
          >
            {texts.passkey.have}
          </button>
        </>
      ) : (
        <p>{texts.passkey.unsupported}</p>
      )}
    </form>
  )
}

function WalletWay({ busy, acceptWithWallet }: Props) {
  const wallets = useWallets()
  const [isSearching, setSearching] = useState(true)
  useEffect(() => {
    if (wallets) setSearching(false)
  }, [wallets])
  return (
    <section class="way" aria-labelledby="wallet">
      <h2 id="wallet">{texts.wallet.title}</h2>
      <p>{texts.wallet.text}</p>
      {wallets && wallets.length > 0 ? (
        <p class="actions">
          {wallets.map((wallet) => (
            <button
              key={wallet.id}
              type="button"
              class="quiet-button"
              disabled={busy !== null}
              onClick={() => acceptWithWallet(wallet)}
            >
              {wallet.icon && <img src={wallet.icon} alt="" width="20" height="20" />}
              {texts.wallet.connect(wallet.name)}
            </button>
          ))}
        </p>
      ) : (
        <p class="note">{isSearching ? texts.wallet.searching : texts.wallet.none}</p>
      )}
    </section>
  )
}
