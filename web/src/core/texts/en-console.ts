import { homeTexts } from './en-console-home.js'
import { notificationTexts } from './en-console-notifications.js'
import { consolePartsTexts } from './en-console-parts.js'
import { paymentTexts } from './en-console-payment.js'
import { payoutsTexts } from './en-console-payouts.js'
import { receiptTexts } from './en-console-receipts.js'
import { refundTexts } from './en-console-refund.js'
import { consoleShellTexts } from './en-console-shell.js'
import { subscriptionsTexts } from './en-console-subscriptions.js'

/** Texts of the console that every screen shares. Each screen has a file of its own. */
export const consoleTexts = {
  home: homeTexts,
  notifications: notificationTexts,
  payment: paymentTexts,
  payouts: payoutsTexts,
  receipts: receiptTexts,
  refund: refundTexts,
  subscriptions: subscriptionsTexts,
  pageTitle: 'Tallystick Console',
  description: 'Run the shop: sales, refunds, catalog and payouts.',
  noScript: 'The console needs JavaScript. Switch it on, then reload the page.',
  opening: 'Opening the console',
  screens: {
    home: 'Home',
    receipts: 'Receipts',
    customers: 'Customers',
    subscriptions: 'Subscriptions',
    catalog: 'Catalog',
    payouts: 'Payouts',
    tax: 'Tax',
    reports: 'Reports',
    shop: 'Shop',
    setup: 'Set up the shop',
    team: 'Team',
    developers: 'Developers',
    audit: 'Audit',
    plan: 'Plan and limits',
    reserve: 'Reserve',
    operator: 'Operator',
    notifications: 'Notifications',
    payment: 'New payment',
    refund: 'Refund',
    parts: 'Parts',
  },
  navigation: {
    label: 'Screens',
    more: 'More',
    search: 'Search',
    charge: 'Charge',
    close: 'Close',
    back: 'Back',
    skip: 'Skip to the content',
    help: 'Help',
    live: 'Live',
    sandbox: 'Sandbox',
    switchShop: 'Switch shop',
    unnamedShop: 'Unnamed shop',
    account: 'Account',
    signOut: 'Sign out',
    theme: { system: 'Theme of the device', light: 'Light theme', dark: 'Dark theme' },
  },
  roles: {
    owner: 'Owner',
    admin: 'Admin',
    accountant: 'Accountant',
    support: 'Support',
    cashier: 'Cashier',
    viewer: 'Viewer',
  },
  signIn: {
    title: 'Sign in to Tallystick',
    wallet: 'Continue with a wallet',
    walletNamed: (name: string) => `Continue with ${name}`,
    passkey: 'Use a passkey',
    note: 'You sign a short message. It costs nothing and moves nothing.',
    noWallet: 'I have no wallet',
    noWalletText:
      'Ask the owner of the shop for an invitation link. With it you join with a passkey of this device. To open a shop of your own, install a wallet such as Rabby or MetaMask, then reload this page.',
    statement: (host: string) => `Sign in to the Tallystick console at ${host}.`,
    demoTitle: 'Look around as',
    demo: {
      owner: ['Owner', 'Everything, also payouts and keys'],
      admin: ['Admin', 'Sales, refunds, catalog, developers'],
      cashier: ['Cashier', 'The register, and sales they made'],
    },
    docs: 'Docs',
    startPage: 'Start page',
    version: (version: string) => `Tallystick ${version}`,
    problems: {
      busy: 'Confirm in your wallet or device.',
      rejected: 'You canceled in your wallet. Nothing has happened.',
      request_pending:
        'Your wallet has an open request. Confirm or cancel it there, then try again.',
      mismatch: 'The signature is not by the chosen account. Try again.',
      canceled: 'No passkey was used. Try again.',
      unsupported: 'This browser cannot use passkeys here. Use a wallet instead.',
      exists: 'This passkey exists already.',
      failed: 'Signing in did not work. Try again.',
    },
  },
  stepUp: {
    title: 'Confirm that it is you',
    text: 'This change is sensitive, and your last sign-in is more than five minutes ago.',
    demo: 'Confirm as demo user',
    cancel: 'Cancel',
  },
  noShop: {
    title: 'You belong to no shop',
    text: 'Accept an invitation, or open a shop with this wallet.',
    create: 'Open a shop',
  },
  states: {
    retry: 'Try again',
    reload: 'Reload',
    noAnswer: 'The service did not answer. Check the connection, then try again.',
    unreachable: 'The service does not answer',
    unreachableText: 'Nothing was lost. Check the connection, then try again.',
    errorTitle: 'This did not load',
    nothingLost: 'Nothing was lost.',
    refusedTitle: 'Your role does not allow this',
    refusedText: (roles: readonly string[]) =>
      roles.length > 0
        ? `These roles do: ${roles.join(', ')}. Ask the owner of the shop.`
        : 'Ask the owner of the shop.',
    missingRight: 'Missing right:',
    correlationId: 'Correlation id',
    copyCorrelationId: 'Copy the correlation id',
    noMatch: (filters: string) => `Nothing matches ${filters}`,
    noMatchSearch: 'Nothing matches',
    clearFilters: 'Clear filters',
    loading: 'Loading',
    updated: 'The console was updated. Reload to go on.',
    offlineTitle: 'No connection.',
    offlineText: 'You see what was last loaded.',
    staleSince: (time: string) => `Not live since ${time}.`,
    staleText: 'You see the last known state.',
    degradedTitle: 'The database is down.',
    degradedText: 'Sales go on. You may see older data.',
    notFound: 'There is no such screen',
    notFoundText: 'The address may be mistyped, or the screen has moved.',
    goHome: 'Go to home',
  },
  parts: consolePartsTexts,
  shell: consoleShellTexts,
}

export type ConsoleTexts = typeof consoleTexts
