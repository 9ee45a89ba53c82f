/** The functions at which an order and a round of the chain begin. */
export const ways = {
  order: { path: 'features/orders/sell/place-order.ts', name: 'placeOrder' },
  chainRound: { path: 'features/settlement/watch-chain.ts', name: 'watchChain' },
}

/** The folders that money passes, from the lowest. A folder may import those before it. */
export const moneyFolders = [
  'payments/value',
  'payments/index',
  'payments/quote',
  'payments/find',
  'payouts/backoff',
  'payouts/flush',
  'payouts/distribute',
  'settlement/decide',
  'settlement/post',
]
