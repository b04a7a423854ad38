/** What the sign-in page has to say above its form. */
export type Message = { kind: 'error' | 'info'; text: string } | null
