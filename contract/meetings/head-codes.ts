// The code of a head in its QR code: 16 letters and digits that nobody mistakes for each other. No imports: the check-in page
// is small.
export const HEAD_CODE = /^[2-9A-HJKMNP-Za-hjkmnp-z]{16}$/
