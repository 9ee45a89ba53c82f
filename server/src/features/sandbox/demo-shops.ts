/** The shop of the examples. Without add-on fee and default tax, totals are easy to verify. */
export const demoShop = {
  slug: 'notch-and-bean',
  name: 'Notch & Bean',
  description: 'Small-batch coffee, loose tea and things to brew them with.',
  storefront: { tagline: 'Roasted on Tuesdays, on your table by Friday' },
  industryPack: 'restaurant',
  categories: ['food', 'coffee'],
  keywords: ['coffee', 'espresso', 'tea', 'beans', 'brewing'],
  listed: true,
  theme: {
    primaryColor: '#8A4B14',
    secondaryColor: '#1C1B19',
    brandName: 'Notch & Bean',
    fontFamily: 'system-ui',
  },
  contact: { email: 'hello@notchandbean.example', phone: '+1 202 555 0143' },
}

/** The shop of the second merchant. */
export const otherShop = {
  slug: 'hazel-paper',
  name: 'Hazel Paper',
  description: 'Notebooks, inks and receipts worth keeping.',
  storefront: { tagline: 'Paper worth writing on, bound by hand' },
  industryPack: 'retail',
  categories: ['stationery'],
  keywords: ['paper', 'notebooks', 'ink'],
  listed: true,
  theme: {
    primaryColor: '#17693C',
    secondaryColor: '#1C1B19',
    brandName: 'Hazel Paper',
    fontFamily: 'Georgia',
  },
  contact: { email: 'hello@hazelpaper.example', phone: '+1 202 555 0187' },
}

/** The order that the start page opens. Neither item has a limited stock. */
export const demoOrder = {
  items: [
    { sku: 'COFFEE-4', qty: 2 },
    { sku: 'CLASS-1', qty: 1 },
  ],
}

/** The subscription plan of the first shop. */
export const demoPlan = {
  id: 'plan_demo',
  fields: {
    name: 'Coffee club',
    description: 'A bag of freshly roasted beans every month.',
    priceUsd: 12.5,
    period: 'MONTHLY',
  },
} as const
