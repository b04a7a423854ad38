// XSS payloads (quality.md, "Bad input refused"), and the HTML that may remain after sanitising.
import { expect } from 'vitest'

/** Each runs script or loads something when inserted as HTML unsanitised. */
export const attacks = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<svg onload=alert(1)><p>x</p></svg>',
  '<svg><script href="data:,alert(1)"/></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<img src=x onerror=alert(1)>',
  '<img data-file-id="1" src="x" srcset="data:,x 1x" onerror="alert(1)">',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href=" &#1; javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt&colon;alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:x">x</a>',
  '<a href="//evil.example">x</a>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<style>*{background:url(//evil.example)}</style>',
  '<table background="javascript:alert(1)"><tr><td background="javascript:alert(1)">x</td></tr></table>',
  '<object data="x"></object><embed src="x"><base href="//evil"><meta http-equiv="refresh" content="0"><link rel=import href=x>',
  '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button></form>',
  '<template><img src=x onerror=alert(1)></template>',
  '<textarea><img src=x onerror=alert(1)></textarea><title><img src=x onerror=alert(1)></title>',
  '<a href="<style>*{background:<img data-file-id=1 width=60 style=">x</a>',
  '<p onclick=alert(1) onpointerover="alert(1)">x</p>',
  '<!--><img src=x onerror=alert(1)>--><![CDATA[<img src=x onerror=alert(1)>]]>',
  '&lt;img src=x onerror=alert(1)&gt;',
  '<p>x</p\u0000><img/src=x/onerror=alert(1)>',
  '<td width="60" style="background:url(//evil.example)">x</td>',
  '<td width="60;background:url(//evil.example)">x</td>',
  '<td width="&quot;><img src=x onerror=alert(1)>">x</td>',
  '<td width=60/onclick=alert(1)>x</td>',
  '<td width="60\n onclick=alert(1)">x</td>',
  '<img data-file-id=1 class="rt-w50&quot; onload=&quot;alert(1)">',
  '<img data-file-id=1 class="rt-w50}body{background:url(//evil.example)">',
  '<img data-file-id=1 width=60 style="position:fixed;inset:0;width:100vw">',
  '<math><mtext><table><td width="60"><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
]

/** The tags and attributes of sanitised output, as a browser would parse them. */
function found(html: string): string[] {
  const tags = [...html.matchAll(/<\/?([a-z0-9]+)((?:\s+[a-z-]+="[^"<>]*")*)\s*\/?>/g)]
  const rest = tags.reduce((text, [tag]) => text.replace(tag, ''), html)
  expect(rest).not.toContain('<')
  return tags.flatMap(([, name = '', attributes = '']) => [
    name,
    ...[...attributes.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, key, value]) => `${name}.${key}=${value}`),
  ])
}

const allowedTags =
  /^(?:p|br|hr|strong|em|u|s|span|a|ul|ol|li|blockquote|figure|figcaption|img|table|caption|tbody|tr|td|th|h[234])$/
const allowedAttributes =
  /^(?:a\.(?:href=(?:(?:https?|ftp|mailto|tel):.*|[^:/\\][^:]*|)|target=_blank|rel=noopener noreferrer nofollow)|img\.(?:data-file-id=\d+|alt=[\s\S]*|src=\/api\/backend\/file\/.*)|ol\.start=\d+|t[dh]\.(?:col|row)span=\d+|t[dh]\.width=\d{2,4}|[a-z0-9]+\.class=rt-(?:[a-z]+|w\d+))$/

const mailTags =
  /^(?:html|head|meta|title|body|div|h1|p|br|hr|strong|em|u|s|span|a|ul|ol|li|blockquote|img|table|thead|tbody|tr|td|th|h[234])$/
const mailAttributes =
  /^(?:html\.lang=zh-CN|meta\.[a-z]+=[\w ,=/-]+|a\.(?:href=(?:(?:https?|ftp|mailto|tel):.*|\{\{unsubscribe\}\}|)|target=_blank|rel=noopener noreferrer nofollow)|img\.(?:src=cid:[\w-]+|alt=[\s\S]*|width=\d+|height=\d+)|table\.(?:role=[a-z]+|cell(?:padding|spacing)=0)|t(?:able|[dh])\.width=(?:\d+|100%)|t[dh]\.(?:(?:col|row)span=\d+|align=[a-z]+|scope=col)|ol\.start=\d+|[a-z0-9]+\.class=[a-z -]+|[a-z0-9]+\.style=(?!.*(?:position|binding|behaviou?r))[^()\\@<>]*)$/

/** As `expectInert`, for mails: also the layout's own style sheet, inline styles that load nothing, and embedded pictures. */
export function expectInertMail(html: string): void {
  const [, sheet = ''] = /<style>([^<]*)<\/style>/.exec(html) ?? []
  expect(sheet).not.toMatch(/url\(|@import/)
  for (const each of found(html.replace('<!doctype html>', '').replace(`<style>${sheet}</style>`, ''))) {
    expect(each).toMatch(each.includes('=') ? mailAttributes : mailTags)
  }
}

/** Only allowed tags and attributes: nothing runs and nothing loads from other sites. */
export function expectInert(html: string): void {
  for (const each of found(html)) expect(each).toMatch(each.includes('=') ? allowedAttributes : allowedTags)
}
