/** Creates a zone with a tax of 9.5 % and a product in it. Returns the id of its only variant. */
export async function createProduct(adminUrl: string): Promise<string> {
  let token = ''

  async function call(query: string): Promise<Record<string, { id: string }>> {
    const response = await fetch(adminUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query }),
    })
    token = response.headers.get('vendure-auth-token') ?? token
    const { data, errors } = (await response.json()) as { data: never; errors?: unknown }
    if (errors) throw new Error(`Vendure: ${JSON.stringify(errors)}`)
    return data
  }
  const create = async (name: string, input: string) =>
    (await call(`mutation { ${name}(input: ${input}) { id } }`))[name]?.id ?? ''

  await call('mutation { login(username: "superadmin", password: "superadmin") { __typename } }')
  const zone = await create('createZone', '{ name: "World" }')
  const text = 'translations: [{ languageCode: en, name: "Bench"'
  await create('createCountry', `{ code: "US", enabled: true, ${text} }] }`)
  const category = await create('createTaxCategory', '{ name: "Standard", isDefault: true }')
  const tax = `{ name: "Tax", enabled: true, value: 9.5, categoryId: "${category}", zoneId: "${zone}" }`
  await create('createTaxRate', tax)
  const zones = `defaultTaxZoneId: "${zone}", defaultShippingZoneId: "${zone}"`
  await call(`mutation { updateChannel(input: { id: "1", ${zones} }) { __typename } }`)
  const product = await create(
    'createProduct',
    `{ enabled: true, ${text}, slug: "bench", description: "" }] }`,
  )
  const variant = `{ productId: "${product}", sku: "BENCH", price: 1250, taxCategoryId: "${category}",
    trackInventory: FALSE, ${text} }] }`
  const variants = await call(`mutation { createProductVariants(input: [${variant}]) { id } }`)
  const [first] = variants['createProductVariants'] as unknown as { id: string }[]
  if (!first) throw new Error('Vendure made no variant.')
  return first.id
}
