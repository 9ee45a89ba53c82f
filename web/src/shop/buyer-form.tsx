import { shopTexts } from '../core/texts/en-shop.js'
import type { BuyerField, BuyerFieldMode, CartView } from './view.js'

const inputs: Record<
  BuyerField,
  { autocomplete: string; type?: 'email' | 'tel'; isOptional?: true }
> = {
  email: { autocomplete: 'email', type: 'email' },
  name: { autocomplete: 'name' },
  phone: { autocomplete: 'tel', type: 'tel' },
  line1: { autocomplete: 'address-line1' },
  line2: { autocomplete: 'address-line2', isOptional: true },
  city: { autocomplete: 'address-level2' },
  zip: { autocomplete: 'postal-code', isOptional: true },
  state: { autocomplete: 'address-level1', isOptional: true },
  country: { autocomplete: 'country' },
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

function Field({ name, mode, view: { values, invalid } }: FieldProps) {
  const texts = shopTexts.cartPage
  const { autocomplete, isOptional = false } = inputs[name]
  // The union of types is one that Preact's types of inputs do not accept as such.
  const type = (inputs[name].type ?? 'text') as 'text'
  const isRequired = mode === 'required' && !isOptional
  const isInvalid = invalid.includes(name)
  return (
    <label class="field">
      <span>
        {texts.fields[name]} {!isRequired && <small>{texts.optional}</small>}
      </span>
      <input
        name={name}
        type={type}
        autocomplete={autocomplete}
        value={values[name] ?? ''}
        maxLength={name === 'country' ? 2 : 200}
        required={isRequired}
        aria-invalid={isInvalid ? 'true' : undefined}
        aria-describedby={isInvalid ? `${name}-missing` : undefined}
      />
      {isInvalid && (
        <small class="bad" id={`${name}-missing`}>
          {texts.missing}
        </small>
      )}
    </label>
  )
}
