/** Lets clients give a payment an id, which serves as the Idempotency-Key of a request that has none. */
export const paymentIdentifier = {
  'payment-identifier': {
    info: { required: false },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        required: { type: 'boolean' },
        id: { type: 'string', minLength: 16, maxLength: 128, pattern: '^[a-zA-Z0-9_-]+$' },
      },
      required: ['required'],
    },
  },
}
