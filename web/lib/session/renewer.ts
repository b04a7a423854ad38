// Who asks for a new session over the page whose session has ended: the console, once it is loaded. The sign-in page, which
// uses the same calls, has nobody to ask.
let ask: () => Promise<boolean> = async () => false

export function setRenewer(renew: () => Promise<boolean>): void {
  ask = renew
}

/** @returns whether there is a new session of the same person */
export const renewHere = (): Promise<boolean> => ask()
