import { useEffect, useRef } from 'preact/hooks'
import type { Wallet } from '../../wallet/wallet.js'
import type { Phase } from './use-payment.js'

type Props = {
  wallets: readonly Wallet[] | null
  phase: Phase
  onPay: (wallet: Wallet) => void
  onCancel: () => void
}

const steps = {
  connecting: 'Choose an account in your wallet.',
  switching: 'Approve the network change in your wallet.',
  checking: 'Checking your balance.',
  confirming: 'Confirm in your wallet.',
  relaying: 'Signed. Sending your payment.',
}

/** Shows one button per wallet or, while one is in use, the step it waits for. */
export function WalletButtons({ wallets, phase, onPay, onCancel }: Props) {
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
          <b>{phase.wallet}</b>: {steps[phase.step]}
        </p>
        {phase.step !== 'relaying' && (
          <button type="button" class="quiet-button" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
    )
  }
  if (wallets?.length === 0) {
    return (
      <p class="note">
        No wallet found in this browser. Scan the code below, or send the payment yourself.
      </p>
    )
  }
  return (
    <div class="wallets needs-script" ref={container}>
      {(wallets ?? []).map((wallet, index) => (
        <button
          key={wallet.id}
          type="button"
          class="main-button"
          onClick={() => {
            pressed.current = index
            onPay(wallet)
          }}
        >
          {wallet.icon && <img src={wallet.icon} alt="" width="20" height="20" />}
          Pay with {wallet.name}
        </button>
      ))}
      {wallets === null && <p class="note">Looking for wallets in this browser.</p>}
    </div>
  )
}
