/** Message above the sign-in form. */
export type Message = { kind: 'error' | 'info'; text: string } | null
