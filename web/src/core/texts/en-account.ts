/** Texts of the optional account, of failures and of the sandbox. */
export const account = {
  signIn: 'Sign in with your wallet',
  signInWith: (wallet: string) => `Sign in with ${wallet}`,
  signedInAs: 'Signed in as',
  signInNote: 'Optional. Sign in to request a refund here later.',
  signOut: 'Sign out',
  requestRefund: 'Request a refund',
  requestWith: (wallet: string) => `Request with ${wallet}`,
  requestNote: (shop: string) =>
    `Sign in with the wallet that paid. Your request goes to ${shop} for review.`,
  statement: (shop: string) => `Sign in to pay ${shop || 'this receipt'}.`,
  problems: {
    request_pending: 'Your wallet has a pending request. Open it to continue.',
    rejected: 'You rejected the request in your wallet. You can pay without signing in.',
    mismatch:
      'The signature does not match the account. Choose the account you pay with and try again.',
    failed: 'Sign-in failed. Try again, or pay without signing in.',
    expired: 'Your sign-in has expired. Sign in again to continue.',
  },
}

export const failures = {
  /** Added to a failure before which and in which no money moved. */
  nothingCharged: 'Nothing was charged.',
  rejected: 'You declined the request in your wallet. You can try again.',
  wrongNetwork: (network: string) =>
    `Your wallet is on another network. Switch it to ${network} and try again.`,
  otherChain: (network: string, rpcUrl: string | null) =>
    `Your wallet is on another network with the same chain id as ${network}. ${rpcUrl ? `Set the RPC URL of ${network} in your wallet to ${rpcUrl}` : `Add ${network} to your wallet again`}, then try again.`,
  noAccount: 'Your wallet did not share an account. Unlock it and try again.',
  noLongerDue: 'The amount due has changed. Please try again.',
  requestPending: 'Your wallet has a pending request. Open it to continue.',
  walletReported: (message: string) =>
    `Your wallet reported: ${message} Before you try again, check there whether the payment was sent.`,
  noResponse:
    'Your wallet did not respond. Before you try again, check there whether the payment was sent.',
  failed: (message: string) =>
    `The payment failed. Try again or pay another way. Your wallet reported: ${message}`,
  failedSilently: 'The payment failed. Try again or pay another way.',
  invalid: 'Your payment was not sent. We have updated this page. Please try again.',
  outdated: 'This page is out of date. Reload it, then try again.',
  notSignable: 'This payment cannot be made by signature. Pay with a network fee instead.',
  notSigned: 'Your wallet did not sign. Please try again.',
  unknown:
    'We could not confirm whether your payment was sent. If it was, this page will show it soon. Wait before you pay again.',
  soldOut: 'These items have just sold out.',
  onItsWay: 'A payment is already on its way. Wait for it before you sign another.',
  noGas:
    'We cannot pay the network fee for you right now. Pay with a network fee instead, or try again later.',
  networkDown: 'The network is unavailable right now. Try again in a minute.',
  notAccepted:
    'Your signature was not accepted. Check the amount and try again, or pay with a network fee.',
  balanceShort:
    'Your wallet balance is too low for the amount and the network fee. Top it up or pay another way.',
  tokenShort: (has: string, needs: string) =>
    `This wallet has ${has}, but ${needs} is due. Add funds, or pay in another currency.`,
  gasShort: (fee: string, has: string) =>
    `Sending requires a network fee ${fee}, but this wallet has ${has}.`,
  gasIn: (symbol: string) => `in ${symbol}`,
  gasAtLeast: (amount: string) => `of at least ${amount}`,
  unreachable:
    'The server cannot be reached right now. This page stays open and reconnects. Try again in a moment.',
  trySignature: 'Pay by signature instead, which needs no network fee.',
  addNativeToken: (symbol: string) => `Add ${symbol}, or pay another way.`,
}

export const sandbox = {
  title: 'Sandbox',
  note: 'No real money moves here. Simulate what can happen to a payment.',
  pay: 'Pay as test buyer',
  half: 'Pay half',
  mine: 'Mine blocks',
  expire: 'Expire receipt',
  failWith: 'Fail with',
  fail: 'Fail',
  working: 'Working',
}
