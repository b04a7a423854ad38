// Formatted texts: allowed markup stays, everything else becomes inert, on saving and on reading.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attacks, expectInert } from '#test/hostile-html.ts'
import { testConfig } from '#test/http.ts'
import { cleanRichText, showRichText } from './rich-text.ts'

const core = { config: testConfig() }
const show = (html: string) => showRichText(core, html, { id: '7' })
const clean = (html: string) => cleanRichText(html).html

describe('a formatted text', () => {
  it.each([
    '<h2>行情</h2><h3 class="rt-center">华东</h3><p class="rt-right">今日<strong>上涨</strong><em>明显</em><u>关注</u><s>旧价</s></p>',
    '<ul><li><p>一</p><ol start="3"><li><p>三</p></li></ol></li></ul><blockquote><p>引文</p></blockquote><hr />',
    '<p>一<br />二 <span class="rt-red">红</span></p>',
    '<p><a href="https://example.com/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer nofollow">链接</a></p>',
    '<table><tbody><tr><th colspan="2"><p>表头</p></th></tr><tr><td rowspan="2"><p class="rt-center">8450</p></td><td><p>元/吨</p></td></tr></tbody></table>',
    '<img data-file-id="12" alt="走势图" />',
    '<img class="rt-w50" data-file-id="12" alt="走势图" />',
    '<figure><img data-file-id="12" alt="" /><figcaption>图一 &lt;库存&gt;</figcaption></figure>',
    '<table><caption>表一</caption><tbody><tr><td><p>8450</p></td></tr></tbody></table>',
    '<table><tbody><tr><th width="48"><p>窄</p></th><td width="1200"><p>宽</p></td></tr></tbody></table>',
  ])('§3 stays as the editor wrote it: %s', (html) => {
    expect(clean(html)).toBe(html)
    expect(clean(clean(html))).toBe(html)
  })

  it.each<string[]>([
    ['<p style="color:red" class="MsoNormal rt-center" onclick="x()" id="a">文</p>', '<p class="rt-center">文</p>'],
    ['<p><span style="mso-fareast-font-family:宋体" lang="EN-US">文</span></p>', '<p><span>文</span></p>'],
    ['<p><font color="red">红</font></p>', '<p>红</p>'],
    ['<h1>题</h1><div>段</div><b>粗</b><i>斜</i>', '<h2>题</h2><p>段</p><strong>粗</strong><em>斜</em>'],
    ['<img src="https://elsewhere.example/a.png" />前', '前'],
    ['<img data-file-id="5" src="javascript:alert(1)" onerror="x()" alt="图" />', '<img data-file-id="5" alt="图" />'],
    ['<img data-file-id="5 onerror=x" />', ''],
    ['<td colspan="9999999">x</td>', '<td>x</td>'],
    ...['47', '1201', '99999', '120px', '50%', '-60', '1e2', '60.5', ' 60', '60;x', 'expression(1)', ''].map(
      (width) => [`<td width="${width}">x</td>`, '<td>x</td>'],
    ),
    ['<th width="0060" style="width:60px" height="9">x</th>', '<th width="60">x</th>'],
    ['<p width="60">x</p><table width="60"><tr><td>x</td></tr></table>', '<p>x</p><table><tr><td>x</td></tr></table>'],
    [
      '<img data-file-id="5" class="rt-w50 rt-w60 x" width="9999" height="1" style="width:9999px" />',
      '<img class="rt-w50" data-file-id="5" alt="" />',
    ],
    ['<img data-file-id="5" class="rt-red rt-center" />', '<img data-file-id="5" alt="" />'],
    ['<td class="rt-w50">x</td>', '<td>x</td>'],
    ['<span class="rt-center">x</span><p class="rt-red">y</p>', '<span>x</span><p>y</p>'],
    ...['/', '/api/backend/x', ' \\x', '//evil.example', '/\\evil.example', 'a/b:c'].map((href) => [
      `<a href="${href}">x</a>`,
      '<a target="_blank" rel="noopener noreferrer nofollow">x</a>',
    ]),
  ])('§9 %s becomes %s', (html = '', expected = '') => {
    expect(clean(html)).toBe(expected)
  })

  it('§4 names its pictures, and shows them by links of the reader', () => {
    const html =
      '<p>图</p><img data-file-id="3" alt="" /><img data-file-id="12" alt="" /><img data-file-id="3" alt="" />'
    expect(cleanRichText(html).fileIds).toEqual(['3', '12'])
    const shown = show(html)
    const links = [...shown.matchAll(/src="([^"]+)"/g)].map(([, src]) => src)
    expect(links).toHaveLength(3)
    expect(links[0]).toMatch(/^\/api\/backend\/file\/3\?user=7&amp;expires=\d+&amp;signature=[\w-]{43}$/)
    // sent back by the editor, the link is not stored
    expect(clean(shown)).toBe(clean(html))
    expect(() =>
      cleanRichText(Array.from({ length: 301 }, (_x, i) => `<img data-file-id="${i + 1}">`).join('')),
    ).toThrow('图片最多 300 张')
  })

  it('has a plain text', () => {
    expect(
      cleanRichText('<h2>行情</h2><p>价格 &lt; 8&amp;9<br>元</p><table><tr><td>a</td><td>b</td></tr></table>').text,
    ).toBe('行情 价格 < 8&9 元 a b')
  })
})

describe.each([
  ['saved', clean],
  ['shown, whatever is stored in the table', show],
])('§9 what is %s', (_when, make) => {
  it.each(attacks)('is inert: %s', (html) => {
    expectInert(make(html))
  })

  it('is inert for any concatenation and cut of attacks', () => {
    const piece = fc.oneof(
      fc.constantFrom(...attacks),
      fc.constantFrom('<', '>', '"', "'", '<p>', '</table>', '<!--', '/>'),
    )
    const cut = fc.tuple(piece, fc.nat(80)).map(([text, length]) => text.slice(0, length))
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, cut), { maxLength: 6 }), (pieces) => {
        const text = pieces.join('')
        expectInert(make(text))
        // what is stored stays the same when it is shown, sent back by the editor, and stored again
        const stored = clean(text)
        expect(make(stored)).toBe(make(clean(make(stored))))
        expect(clean(make(stored))).toBe(stored)
      }),
      { examples: [[['<p>', '<s', '</table>', '<p>']], [['<a href=', '/>']]] },
    )
  })
})
