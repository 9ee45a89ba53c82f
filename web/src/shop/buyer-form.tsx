import { shopTexts } from '../core/texts/en-shop.js'
import type { BuyerField, BuyerFieldMode, CartView } from './view.js'

type Input = {
  autocomplete: string
  type?: 'email' | 'tel'
  /** The longest text that an order accepts. */
  maxLength: number
  isOptional?: true
}

const inputs: Record<BuyerField, Input> = {
  email: { autocomplete: 'email', type: 'email', maxLength: 254 },
  name: { autocomplete: 'name', maxLength: 100 },
  phone: { autocomplete: 'tel', type: 'tel', maxLength: 40 },
  line1: { autocomplete: 'address-line1', maxLength: 200 },
  line2: { autocomplete: 'address-line2', maxLength: 200, isOptional: true },
  city: { autocomplete: 'address-level2', maxLength: 100 },
  zip: { autocomplete: 'postal-code', maxLength: 20, isOptional: true },
  state: { autocomplete: 'address-level1', maxLength: 100, isOptional: true },
  country: { autocomplete: 'country', maxLength: 2 },
}

const address: readonly BuyerField[] = ['line1', 'line2', 'city', 'zip', 'state', 'country']

/** The details that the shop asks for, and the region that sets the tax. */
export function BuyerForm({ view }: { view: CartView }) {
  const { fields, regions, region, slug } = view
  const texts = shopTexts.cartPage
  const contact = (['email', 'name', 'phone'] as const).filter((name) => fields[name] !== 'off')
  return (
    <>
      {contact.length > 0 && (
        <section class="sect">
          <h2>{texts.contact}</h2>
          <div class="pair">
            {contact.map((name) => (
              <Field key={name} name={name} mode={fields[name]} view={view} />
            ))}
          </div>
          <p class="note">{texts.contactText}</p>
        </section>
      )}
      {fields.address !== 'off' && (
        <section class="sect">
          <h2>{texts.address}</h2>
          <div class="pair">
            {address.map((name) => (
              <Field key={name} name={name} mode={fields.address} view={view} />
            ))}
          </div>
        </section>
      )}
      {regions.length > 0 && (
        <section class="sect">
          <label class="field" for="region">
            <span>{texts.region}</span>
            <select id="region" name="region" data-region>
              <option value="" selected={region === ''}>
                {texts.regionDefault}
              </option>
              {regions.map(({ code, name }) => (
                <option key={code} value={code} selected={region === code}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <p class="note">{texts.regionHint}</p>
          <button
            class="quiet-button without-script"
            type="submit"
            formmethod="get"
            formaction={`/shop/${slug}/cart`}
            formnovalidate
          >
            {texts.updateTax}
          </button>
        </section>
      )}
    </>
  )
}

type FieldProps = { name: BuyerField; mode: BuyerFieldMode; view: CartView }

function Field({ name, mode, view: { values, invalid, countries } }: FieldProps) {
  const texts = shopTexts.cartPage
  const { autocomplete, maxLength, isOptional = false } = inputs[name]
  // The union of types is one that Preact's types of inputs do not accept as such.
  const type = (inputs[name].type ?? 'text') as 'text'
  const isRequired = mode === 'required' && !isOptional
  const problem = invalid[name]
  const value = values[name] ?? ''
  const id = `buyer-${name}`
  const control = {
    id,
    name,
    autocomplete,
    required: isRequired,
    'aria-invalid': problem ? ('true' as const) : undefined,
    'aria-describedby': problem ? `${name}-problem` : undefined,
  }
  return (
    <label class="field" for={id}>
      <span>
        {texts.fields[name]} {!isRequired && <small>{texts.optional}</small>}
      </span>
      {name === 'country' ? (
        <select {...control}>
          <option value="">{texts.chooseCountry}</option>
          {countries.map((country) => (
            <option key={country.code} value={country.code} selected={country.code === value}>
              {country.name}
            </option>
          ))}
        </select>
      ) : (
        <input {...control} type={type} value={value} maxLength={maxLength} />
      )}
      {problem && (
        <small class="bad" id={`${name}-problem`}>
          {problem === 'missing' ? texts.missing : texts.wrong(name)}
        </small>
      )}
    </label>
  )
}
