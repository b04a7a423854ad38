// Adds the CSP nonce to `style` elements that libraries create; without it the browser blocks them.
import { cspNonce } from './site.ts'

export function giveStylesTheNonce(): void {
  const nonce = cspNonce()
  if (!nonce) return
  const create = document.createElement.bind(document)
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }
}
