// Customised reports: what rhythms and states are called.

export const orderRhythms = ['weekly', 'monthly', 'quarterly', 'once'] as const

export const issueStates = ['draft', 'reviewing', 'passed', 'sent', 'received'] as const
