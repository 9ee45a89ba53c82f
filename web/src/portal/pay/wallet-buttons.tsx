import { useEffect, useRef } from 'preact/hooks'
import type { Wallet } from '../../core/wallet/wallet.js'
import { useTexts } from '../../ui/language.js'
import type { Phase } from './use-payment.js'
import { WalletApps } from './wallet-apps.js'

type Props = {
  wallets: readonly Wallet[] | null
  phase: Phase
  onPay: (wallet: Wallet) => void
  onCancel: () => void
  pageUrl: string
  /** Whether another way to pay is the main one. */
  isQuiet: boolean
}

/**
 * Shows one button per wallet or, while one is in use, the step it waits for. Without a wallet in
 * this browser, it offers wallet apps.
 */
export function WalletButtons({ wallets, phase, onPay, onCancel, pageUrl, isQuiet }: Props) {
  const { wallet: texts } = useTexts()
  const container = useRef<HTMLDivElement>(null)
  const pressed = useRef<number | null>(null)
  // The pressed button disappears. Moves the focus to its replacement, and back afterwards.
  useEffect(() => {
    if (pressed.current === null || document.activeElement !== document.body) return
    const index = phase.kind === 'busy' ? 0 : pressed.current
    container.current?.querySelectorAll('button')[index]?.focus()
  }, [phase.kind])

  if (phase.kind === 'busy') {
    return (
      <div class="busy" ref={container}>
        <p role="status">
          <b>{phase.wallet}</b>: {texts[phase.step]}
        </p>
        {phase.step !== 'relaying' && (
          <button type="button" class="quiet-button" onClick={onCancel}>
            {texts.cancel}
          </button>
        )}
      </div>
    )
  }
  if (!wallets || wallets.length === 0) {
    return (
      <>
        <WalletApps pageUrl={pageUrl} />
        <p role="status" class="visually-hidden">
          {wallets ? texts.none : texts.searching}
        </p>
      </>
    )
  }
  return (
    <div class="wallets needs-script" ref={container}>
      {wallets.map((wallet, index) => (
        <button
          key={wallet.id}
          type="button"
          class={index === 0 && !isQuiet ? 'main-button' : 'quiet-button'}
          onClick={() => {
            pressed.current = index
            onPay(wallet)
          }}
        >
          {wallet.icon && <img src={wallet.icon} alt="" width="24" height="24" />}
          {texts.payWith(wallet.name)}
        </button>
      ))}
    </div>
  )
}
