// Names of files: whatever comes in, what goes out is short, plain, and says what the content is.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FILE_NAME_MAX } from '#contract/limits.ts'
import { cleanFileName, disposition } from './file-names.ts'

it.each([
  ['../../etc/passwd', 'passwd.jpg'],
  ['C:\\temp\\照片.JPG', '照片.jpg'],
  ['a.jpg.php', 'a.jpg'],
  ['a.php', 'a.jpg'],
  ['.htaccess', 'htaccess.jpg'],
  ['', '未命名.jpg'],
  ['...', '未命名.jpg'],
  ['gepj.exe\u202e.jpg', 'gepj.exe.jpg'],
  ['2026.11 月报.png', '2026.11 月报.jpg'],
  ['半\ud800个.jpg', '半 个.jpg'],
  ['a%0D%0Ab%22.jpg', 'a b.jpg'],
])('§9 %j becomes %j', (name, clean) => {
  expect(cleanFileName(name, ['jpg', 'jpeg'])).toBe(clean)
})

it('§9 has no path, no control character, an ending of its content, and a length that every file system takes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
      const clean = cleanFileName(name, ['csv', 'txt'])
      expect(clean).toMatch(/^[^/\\\p{Cc}]+\.(?:csv|txt)$/iu)
      expect([...clean].length).toBeLessThanOrEqual(FILE_NAME_MAX)
      expect(disposition('attachment', clean)).toMatch(/^attachment; filename="[ -~]*"; filename\*=UTF-8''[!-~]+$/)
    }),
  )
})
