/** The password of every person that tests make. */
export const PASSWORD = 'Right#2026'
