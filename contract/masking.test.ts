import { expect, test } from 'vitest'
import { maskSecrets } from './masking.ts'

const token = 'kX3yqVb0Zt8mWc5LrNf7HsJd2Gp9Ea4RuTi6Ow1Yx-_'

test.each([
  ['https://console/backend/login?ticket=abc&page=2', 'https://console/backend/login?ticket=***&page=2'],
  ['/api/x?access_token=abc#top', '/api/x?access_token=***#top'],
  ['/login/removeToken?token=abc', '/login/removeToken?token=***'],
  ['/auth-redirect?code=4/0AX&state=s', '/auth-redirect?code=***&state=s'],
  ['/token?captcha-code=ab3de&username=li', '/token?captcha-code=***&username=li'],
  ['?redirect=%2Fx%3Ftoken%3Dabc%2Fd', '?redirect=%2Fx%3Ftoken%3D***'],
  ['{"password":"Se cret","n":1}', '{"password":"*** cret","n":1}'],
  ['client_secret: s3cret!', 'client_secret: ***'],
  ['newPassword=Abc@1234', 'newPassword=***'],
  ['console-auth: bearer abcdefgh1234', 'console-auth: bearer ***'],
  ['https://li:pw@host/x', 'https://***@host/x'],
  [`token ${token} was refused`, 'token *** was refused'],
])('§4 a secret is taken out: %s', (text, masked) => {
  expect(maskSecrets(text)).toBe(masked)
})

test.each([
  'SyntaxError: Unexpected token \'<\', "<!doctype "... is not valid JSON',
  'TypeError: x is not a function, code: 500',
  'https://console/backend/assets/user-subsidiary-account-transfer-dialog-Bx3k9_aZ.js:1:2345',
  '密码不能为空',
])('what helps to find the error stays: %s', (text) => {
  expect(maskSecrets(text)).toBe(text)
})

test.each(['a', 'token', '://', 'token ', 'bearer ', '?x', '"', 'a_'])(
  'comes to an end with %s a million times',
  (part) => {
    expect(maskSecrets(part.repeat(1_000_000))).toContain(part[0])
  },
)
