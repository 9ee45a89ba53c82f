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
  switching: 'Your wallet asks to change the network. Agree to go on.',
  checking: 'Looking at your balance.',
  confirming: 'Confirm in your wallet.',
  relaying: 'Signed. Your payment is being sent.',
}

/** One button for every wallet of this browser; while one is at work, what it waits for. */
export function WalletButtons({ wallets, phase, onPay, onCancel }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const pressed = useRef<number | null>(null)
  // What was pressed is gone: who goes by keyboard goes on from what stands in its place, and then from there.
  useEffect(() => {
    if (pressed.current === null || document.activeElement !== document.body) return
    const at = phase.kind === 'busy' ? 0 : pressed.current
    place.current?.querySelectorAll('button')[at]?.focus()
  }, [phase.kind])

  if (phase.kind === 'busy') {
    return (
      <div class="busy" ref={place}>
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
        No wallet was found in this browser. Scan the code below, or send it yourself.
      </p>
    )
  }
  return (
    <div class="wallets needs-script" ref={place}>
      {(wallets ?? []).map((wallet, at) => (
        <button
          key={wallet.id}
          type="button"
          class="main-button"
          onClick={() => {
            pressed.current = at
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
