import type { PortalReceipt } from './view.js'

type Changes = Partial<Omit<PortalReceipt, 'payment'>> & {
  payment?: Partial<PortalReceipt['payment']>
}

const theme = {
  primaryColor: '#8a4b14',
  secondaryColor: '#1c1b19',
  brandLogoUrl: '',
  brandFaviconUrl: '',
  brandName: 'Tea & Co',
  fontFamily: 'system-ui',
  receiptBackgroundUrl: '',
  coverPhotoUrl: '',
}

const deposit = '0x1111111111111111111111111111111111111111'
const usdc = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'

/** A receipt as a page gets it: 110.05 dollars, nothing paid. */
export function aReceipt({ payment, ...changes }: Changes = {}): PortalReceipt {
  return {
    receiptId: 'r-1',
    status: 'generated',
    paymentStatus: 'generated',
    brandName: 'Tea & Co',
    theme,
    currency: 'USD',
    total: null,
    totalUsd: 110.05,
    lineItems: [
      { label: 'Tea', priceUsd: 100, qty: 2, itemId: 'item_1', sku: 'TEA' },
      { label: 'Tax', priceUsd: 9.5 },
      { label: 'Processing Fee', priceUsd: 0.55 },
    ],
    createdAt: 1_767_268_800_000,
    paidAt: null,
    expiresAt: null,
    returnUrl: null,
    onSuccess: null,
    merchantWallet: '0x2222222222222222222222222222222222222222',
    transactionHash: null,
    confirmations: { have: 0, need: 3 },
    pricing: null,
    failure: null,
    refundedUsd: 0,
    refunds: [],
    portalToken: 'token',
    ...changes,
    payment: {
      depositAddress: deposit,
      chainId: 84_532,
      network: { name: 'Base', coin: 'ETH', rpcUrl: null, explorerUrl: 'https://explorer.test' },
      sent: null,
      gasless: null,
      isOver: false,
      dueUsd: 110.05,
      paidUsd: 0,
      options: [
        {
          ...{
            symbol: 'USDC',
            token: usdc,
            decimals: 6,
            amountUnits: '110050000',
            amount: '110.05',
          },
          uri: `ethereum:${usdc}@84532/transfer?address=${deposit}&uint256=110050000`,
          expiresAt: null,
        },
        {
          ...{ symbol: 'ETH', token: null, decimals: 18, amountUnits: '36683333333333334' },
          amount: '0.036683333333333334',
          uri: `ethereum:${deposit}@84532?value=36683333333333334`,
          expiresAt: 1_767_269_700_000,
        },
      ],
      ...payment,
    },
  }
}
