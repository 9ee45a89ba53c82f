const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text can be the id of a delivery; the database would refuse to look for any other. */
export function isDeliveryId(text: string): boolean {
  return form.test(text)
}
