/// <reference lib="dom" />
// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, type Page } from '../helpers/browser.js'
import { makeItem, useService } from '../helpers/client.js'
import { makeShopkeeper, openConsole, type Shopkeeper } from '../helpers/console/open-console.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

type Item = {
  id: string
  sku: string
  name: string
  priceUsd: number
  tags: string[]
  images: string[]
  options: Record<string, string>
}

async function readItems({ send }: Shopkeeper, query = ''): Promise<Item[]> {
  const call = `GET /api/inventory?sort=product&order=asc${query}`
  return (await send<{ items: Item[] }>(call)).body.items
}

const listPrices = async (shopkeeper: Shopkeeper) =>
  (await readItems(shopkeeper)).map(({ priceUsd }) => priceUsd)

describe('/console/catalog, items', () => {
  test('default: variants are made from an item, and stand together', async () => {
    const shopkeeper = await makeShopkeeper(service)
    const shirt = { sku: 'SHIRT', name: 'Shirt', priceUsd: 25, category: 'Clothes' }
    const { id } = await makeItem(shopkeeper.send, shirt)
    await makeItem(shopkeeper.send, { sku: 'SHIRT-A', name: 'Another thing' })
    const options = { shopkeeper, path: `/catalog/${id}`, width: 390 }
    const { page, pageErrors, ...opened } = await openConsole(browser, service, options)
    const drawer = page.getByRole('dialog')
    const write = (name: string, text: string) =>
      drawer.getByRole('textbox', { name, exact: true }).fill(text)

    for (const size of ['M', 'L']) {
      await drawer.getByRole('button', { name: 'Add variant' }).click()
      await write('SKU', `SHIRT-${size}`)
      // Only the first variant says which option it has.
      if (size === 'M') await write('Option 1', 'Size')
      await write('Value 1', size)
      await drawer.getByRole('button', { name: 'Create item' }).click()
      await drawer.getByRole('link', { name: `SHIRT-${size}` }).waitFor()
    }
    const variants = drawer.getByRole('region', { name: 'Variants' })
    expect(await variants.getByRole('link').allTextContents()).toEqual([
      expect.stringMatching(/^LSHIRT-L\$25\.00/),
      expect.stringMatching(/^MSHIRT-M\$25\.00/),
    ])
    await drawer.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('row', { name: /SHIRT-M/ }).waitFor()
    const rows = await page.getByRole('row').getByRole('link').allTextContents()
    expect(rows).toHaveLength(4)
    expect(rows.slice(0, 3).every((row) => row.includes('Shirt'))).toBe(true)

    const made = await readItems(shopkeeper, '&parentSku=SHIRT')
    expect(made).toMatchObject([
      { sku: 'SHIRT-L', options: { Size: 'L' }, priceUsd: 25, category: 'Clothes' },
      { sku: 'SHIRT-M', options: { Size: 'M' }, priceUsd: 25, category: 'Clothes' },
    ])
    expect(pageErrors).toEqual([])
    await opened.close()
  })

  test('behavior: a price is changed in its row, and changed back', async () => {
    const shopkeeper = await makeShopkeeper(service)
    const { send } = shopkeeper
    await makeItem(send, { sku: 'TEA', name: 'Earl Grey', priceUsd: 4 })
    const options = { shopkeeper, path: '/catalog' }
    const { page, ...opened } = await openConsole(browser, service, options)
    const editPrice = async (price: string) => {
      const name = 'Change the dollar price of Earl Grey'
      await page.getByRole('button', { name }).click()
      const field = page.getByRole('textbox', { name })
      await field.fill(price)
      return field
    }
    await (await editPrice('5,50')).press('Enter')
    await page.getByText('Earl Grey: $4.00 is now $5.50').waitFor()
    expect(await listPrices(shopkeeper)).toEqual([5.5])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Earl Grey is as before').waitFor()
    expect(await listPrices(shopkeeper)).toEqual([4])

    // Escape and texts that are no price save nothing.
    await (await editPrice('6')).press('Escape')
    const wrong = await editPrice('six')
    await wrong.press('Enter')
    await page.getByText('Enter an amount such as 14.50.').first().waitFor()
    await wrong.press('Escape')
    expect(await listPrices(shopkeeper)).toEqual([4])

    const typed = await editPrice('7')
    const ofOthers = { sku: 'TEA', priceUsd: 9 }
    expect((await send('POST /api/inventory', { body: ofOthers })).status).toBe(200)
    await typed.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'This item was changed meanwhile' })
    await dialog.getByRole('row', { name: /Dollar price \$4\.00 \$9\.00 \$7\.00/ }).waitFor()
    expect(await listPrices(shopkeeper)).toEqual([9])
    await dialog.getByRole('button', { name: 'Save mine' }).click()
    await page.getByText('Earl Grey: $9.00 is now $7.00').waitFor()
    expect(await listPrices(shopkeeper)).toEqual([7])
    await opened.close()
  })

  test('behavior: many items are changed at once, and changed back', async () => {
    const shopkeeper = await makeShopkeeper(service)
    for (const [sku, priceUsd] of Object.entries({ A: 10, B: 20, C: 30 })) {
      await makeItem(shopkeeper.send, { sku, name: `Tea ${sku}`, priceUsd, tags: ['Tea'] })
    }
    const options = { shopkeeper, path: '/catalog' }
    const { page, ...opened } = await openConsole(browser, service, options)
    for (const name of ['Choose Tea A', 'Choose Tea B']) {
      await page.getByRole('checkbox', { name }).check()
    }
    await page.getByText('2 selected').waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit 2 items' })
    await dialog.getByRole('textbox', { name: 'Dollar price' }).fill('+10%')
    await dialog.getByRole('textbox', { name: 'Add tags' }).fill('Offer')
    await dialog.getByRole('button', { name: 'Change 2 items' }).click()
    await page.getByText('2 items are changed').waitFor()
    expect(await readItems(shopkeeper)).toMatchObject([
      { priceUsd: 11, tags: ['Tea', 'Offer'] },
      { priceUsd: 22, tags: ['Tea', 'Offer'] },
      { priceUsd: 30, tags: ['Tea'] },
    ])
    await page.getByRole('row', { name: /Tea A.*\$11\.00/ }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 items are as before').waitFor()
    expect(await readItems(shopkeeper)).toMatchObject([
      { priceUsd: 10, tags: ['Tea'] },
      { priceUsd: 20, tags: ['Tea'] },
      { priceUsd: 30, tags: ['Tea'] },
    ])
    await opened.close()
  })

  test('behavior: a dropped picture is cropped to the part that was chosen', async () => {
    const shopkeeper = await makeShopkeeper(service)
    const { id } = await makeItem(shopkeeper.send, { sku: 'TEA', name: 'Earl Grey' })
    const options = { shopkeeper, path: `/catalog/${id}` }
    const { page, ...opened } = await openConsole(browser, service, options)
    const drawer = page.getByRole('dialog').first()
    const pictures = drawer.getByRole('list', { name: 'Pictures' })
    await pictures.waitFor({ state: 'attached' })
    await dropTwoColors(page)
    const crop = page.getByRole('dialog', { name: 'Choose the part to show' })
    const view = crop.getByRole('img', { name: 'The part of the picture that is kept' })
    // The middle shows both colors; 25 steps of 12 pixels show what is to the right.
    for (let step = 0; step < 25; step += 1) await view.press('ArrowRight')
    await crop.getByRole('button', { name: 'Use this part' }).click()
    await pictures.getByRole('img', { name: 'Picture 1' }).waitFor()
    await drawer.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Earl Grey is saved').waitFor()
    // A message is above the drawer, so that it can be closed.
    await page.getByRole('button', { name: 'Close the message' }).click()
    await page.getByText('Earl Grey is saved').waitFor({ state: 'detached' })

    const [item] = await readItems(shopkeeper)
    expect(item?.images).toHaveLength(1)
    const seen = await readColors(page, item?.images[0] ?? '')
    expect(seen.width).toBe(seen.height)
    expect([seen.left, seen.right]).toEqual(['blue', 'blue'])
    await opened.close()
  })
})

/** Drops a wide picture on the pictures of an item. Its left half is red, its right half blue. */
async function dropTwoColors(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(800, 400)
    const context = canvas.getContext('2d')
    for (const [place, color] of ['#f00', '#00f'].entries()) {
      if (!context) throw new Error('The browser draws nothing.')
      context.fillStyle = color
      context.fillRect(place * 400, 0, 400, 400)
    }
    const file = new File([await canvas.convertToBlob()], 'tea.png', { type: 'image/png' })
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(file)
    const target = document.querySelector('ul[aria-label="Pictures"]')
    for (const type of ['dragover', 'drop']) {
      const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })
      target?.dispatchEvent(event)
    }
  })
}

/** Returns the size of a picture, and its main colors near its sides. */
async function readColors(page: Page, address: string) {
  return page.evaluate(async (source) => {
    const picture = await createImageBitmap(await (await fetch(source)).blob())
    const { width, height } = picture
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    context?.drawImage(picture, 0, 0)
    const colorAt = (part: number) => {
      const place = Math.floor(width * part)
      const [red = 0, , blue = 0] = context?.getImageData(place, height / 2, 1, 1).data ?? []
      return red > blue ? 'red' : 'blue'
    }
    return { width, height, left: colorAt(0.1), right: colorAt(0.9) }
  }, address)
}
