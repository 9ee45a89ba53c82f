import type { PortalReceipt } from '../schemas.js'

type Payment = PortalReceipt['payment']
type Changes = Partial<Omit<PortalReceipt, 'payment'>> & { payment?: Partial<Payment> }

export const noon = 1_767_268_800_000
export const aHash = `0x${'ab12'.repeat(16)}`
const depositAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const pageUrl = `https://pay.test/portal/r-1?recipient=${depositAddress}`

const anOption = (symbol: string, amount: string): Payment['options'][number] => ({
  ...{ symbol, amount, token: null, decimals: 6, amountUnits: '110050000', expiresAt: null },
  uri: `ethereum:${symbol}@8453?value=110050000`,
})

/** An order for 110.05 (spec 4.6) that nobody has paid yet, unless the test says otherwise. */
export function aPortalReceipt({ payment, ...changes }: Changes = {}): PortalReceipt {
  return {
    ...{ receiptId: 'r-1', status: 'pending', paymentStatus: 'pending', brandName: 'Tea & Co' },
    theme: {} as PortalReceipt['theme'],
    ...{ currency: 'USD', total: null, totalUsd: 110.05 },
    lineItems: [
      { label: 'Tea', priceUsd: 100, qty: 2 },
      { label: 'Tax', priceUsd: 9.5 },
      { label: 'Processing Fee', priceUsd: 0.55 },
    ],
    ...{ createdAt: noon, paidAt: null, expiresAt: null, returnUrl: null, onSuccess: null },
    ...{ merchantWallet: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', transactionHash: null },
    ...{ confirmations: { have: 0, need: 3 }, pricing: null, failure: null },
    ...{ refundedUsd: 0, refunds: [], portalToken: 'token' },
    ...changes,
    payment: {
      ...{
        depositAddress,
        chainId: 8453,
        sent: null,
        gasless: null,
        isOver: false,
        dueUsd: 110.05,
        paidUsd: 0,
      },
      network: { name: 'Base', coin: 'ETH', rpcUrl: null, explorerUrl: null },
      options: [anOption('USDC', '110.05'), anOption('ETH', '0.036683333333333334')],
      ...payment,
    },
  }
}

/** The same, paid on the chain five minutes later. */
export function aPaidReceipt({ payment, ...changes }: Changes = {}): PortalReceipt {
  return aPortalReceipt({
    ...{ status: 'paid', paymentStatus: 'recipient_validated', paidAt: noon + 300_000 },
    ...{ transactionHash: aHash, confirmations: { have: 3, need: 3 } },
    ...changes,
    payment: { dueUsd: 0, paidUsd: 110.05, options: [], ...payment },
  })
}

/** The most that a receipt holds, in the letters that take longest: two hundred lines of two hundred, no word twice. */
export function aLargeReceipt(): PortalReceipt {
  const letterOf = (index: number) => String.fromCharCode(0x628 + (index % 19))
  const wordOf = (index: number) =>
    [1, 19, 361, 6_859, 7, 11].map((step) => letterOf(Math.floor(index / step) + step)).join('')
  const lineItems = Array.from({ length: 200 }, (_, line) => {
    const words = Array.from({ length: 29 }, (_, word) => wordOf(line * 29 + word))
    return { label: words.join(' ').slice(0, 200), priceUsd: 1, qty: 2 }
  })
  return aPortalReceipt({ lineItems })
}
