import { describe } from 'vitest'

/** What these change for everybody they take back, so they share a service, but only one after the other. */
describe('4.2', async () => void (await import('./4.2-health.js')))
describe('4.3', async () => void (await import('./4.3-directory.js')))
describe('4.5', async () => void (await import('./4.5-inventory.js')))
describe('4.6', async () => void (await import('./4.6-orders.js')))
describe('4.7', async () => void (await import('./4.7-receipts.js')))
describe('4.8', async () => void (await import('./4.8-shop-and-site.js')))
describe('4.10', async () => void (await import('./4.10-pricing-and-tax.js')))
describe('5', async () => void (await import('./5-authentication.js')))
describe('8', async () => void (await import('./8-limits.js')))
