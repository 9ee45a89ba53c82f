/** What the responses contain, as far as it is needed. */
type Response = { token: string } & Record<
  'sales_channel' | 'api_key' | 'region' | 'product',
  { id: string; token: string; variants: { id: string }[] }
>

/**
 * Creates a region with a tax of 9.5 % and a product. Returns the body of a request for a cart with
 * two pieces of it, and the key that stores send.
 */
export async function createProduct(
  origin: string,
  owner: { email: string; password: string },
): Promise<{ order: object; key: string }> {
  let token = ''

  async function post(path: string, body: object): Promise<Response> {
    const response = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`Medusa: ${path}: ${await response.text()}`)
    return (await response.json()) as Response
  }

  token = (await post('/auth/user/emailpass', owner)).token
  const { sales_channel: channel } = await post('/admin/sales-channels', { name: 'Bench' })
  const { api_key: key } = await post('/admin/api-keys', { title: 'Bench', type: 'publishable' })
  await post(`/admin/api-keys/${key.id}/sales-channels`, { add: [channel.id] })
  const { region } = await post('/admin/regions', {
    name: 'US',
    currency_code: 'usd',
    countries: ['us'],
  })
  await post('/admin/tax-regions', {
    country_code: 'us',
    provider_id: 'tp_system',
    default_tax_rate: { name: 'Tax', code: 'tax', rate: 9.5 },
  })
  const { product } = await post('/admin/products', {
    title: 'Bench',
    status: 'published',
    options: [{ title: 'Size', values: ['one'] }],
    sales_channels: [{ id: channel.id }],
    variants: [
      {
        title: 'Bench',
        sku: 'BENCH',
        manage_inventory: false,
        options: { Size: 'one' },
        prices: [{ currency_code: 'usd', amount: 12.5 }],
      },
    ],
  })
  const [variant] = product.variants
  if (!variant) throw new Error('Medusa made no variant.')
  const items = [{ variant_id: variant.id, quantity: 2 }]
  const order = { region_id: region.id, shipping_address: { country_code: 'us' }, items }
  return { order, key: key.token }
}
