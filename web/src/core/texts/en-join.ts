/** Texts of the page on which a person joins a shop, in English. */
export const joinTexts = {
  pageTitle: 'Join a shop',
  description: 'An invitation to work at a shop.',
  aShop: 'A shop',
  /** Where a role stands in a sentence. */
  roles: {
    owner: 'owner',
    admin: 'admin',
    accountant: 'accountant',
    support: 'support',
    cashier: 'cashier',
    viewer: 'viewer',
  } as Record<string, string>,
  abilities: {
    admin: 'You can sell and refund, and manage the catalog, the shop and its staff.',
    accountant: 'You can read receipts, reports and the split, and export them.',
    support: 'You can read receipts and subscriptions, and prepare refunds.',
    cashier: 'You can take payments, and see the sales that you made.',
    viewer: 'You can read receipts, reports and the split. You cannot change anything.',
  } as Record<string, string>,
  loading: 'Opening your invitation',
  loadingText: 'This takes a moment.',
  noScript: 'This page needs JavaScript. Turn it on and open the link again.',
  invites: (shop: string, role: string) => `${shop} invites you as ${role}`,
  validUntil: (time: string) => `The link works once, until ${time}.`,
  passkey: {
    title: 'With a passkey',
    text: 'Your fingerprint, face or screen lock signs you in. There is no password, and you need no wallet.',
    name: 'Your name',
    nameHint: 'Other people at the shop see it.',
    nameMissing: 'Enter your name. Other people at the shop see it.',
    create: 'Create a passkey',
    have: 'Use a passkey you already have here',
    unsupported:
      'This browser cannot create a passkey on this page. Use a wallet, or open the link in another browser.',
  },
  wallet: {
    title: 'With a wallet',
    text: 'You sign a message. It costs nothing and moves no money.',
    connect: (wallet: string) => `Connect ${wallet}`,
    none: 'This browser has no wallet. Install one and reload this page, or open the link in the browser of your wallet.',
    searching: 'Looking for wallets',
    statement: (shop: string) => `Sign in to join ${shop}.`,
  },
  busy: {
    passkey: 'Follow the instructions of your browser.',
    wallet: 'Open your wallet and sign the message.',
    joining: 'Joining',
  },
  problems: {
    canceled: 'You closed the prompt, or it timed out. Nothing has changed. Try again.',
    exists: 'This device already has a passkey for this link. Use that passkey.',
    unsupported: 'This device cannot create a passkey here. Use a wallet, or another device.',
    failed: 'The passkey could not be created. Try again, or use a wallet.',
    request_pending: 'Your wallet has a pending request. Open it to continue.',
    rejected: 'You declined the request in your wallet. Nothing has changed. Try again.',
    mismatch: 'The signature does not match the account. Choose another account and try again.',
    walletFailed: 'The sign-in failed. Try again, or create a passkey.',
    unreachable: 'The server cannot be reached right now. Check your connection and try again.',
  },
  ended: {
    incomplete: {
      title: 'This link is not complete',
      text: 'Open the whole link, with everything after the # sign. If it still fails, ask for a new one.',
    },
    invalid: {
      title: 'This link is not valid',
      text: 'It may be incomplete, or it was withdrawn. Ask the person who invited you for a new one.',
    },
    gone: {
      title: 'This link no longer works',
      text: 'It was used or has expired. Ask the person who invited you for a new one.',
    },
    member: {
      title: 'You are already a member',
      text: 'You already belong to this shop, so nothing has changed. The link still works for another person.',
    },
    suspended: {
      title: 'This shop cannot add people right now',
      text: 'The shop is suspended. Ask the person who invited you.',
    },
    unreachable: {
      title: 'The invitation could not be opened',
      text: 'The server cannot be reached right now. The link stays valid.',
    },
    retry: 'Try again',
  },
  joined: {
    word: 'Joined',
    title: (shop: string) => `Welcome to ${shop}`,
    text: (role: string) => `You have joined as ${role}, and you are signed in on this device.`,
    passkeyNext:
      'Next time, sign in with the passkey that you just created. Add a second one on another device: if you lose your only passkey, you need a new invitation.',
    wallet: 'Next time, sign in with the same wallet.',
    existingPasskey: 'Next time, sign in with the same passkey.',
    open: 'Open the console',
  },
}
