// Cover and attachments of a version.
import type { ArticleVersion } from '#contract/articles/articles.ts'

type Files = Pick<ArticleVersion, 'coverUrl'> & { attachments: readonly { id: string; name: string; url: string }[] }

export const coverAndAttachments = ({ coverUrl, attachments }: Files) => [
  ...(coverUrl ? [{ label: '封面', children: <img className="article-cover" src={coverUrl} alt="封面" /> }] : []),
  ...(attachments.length > 0
    ? [
        {
          label: '附件',
          children: attachments.map(({ id, name, url }) => (
            <a key={id} href={url} download={name} style={{ marginInlineEnd: 12 }}>
              {name}
            </a>
          )),
        },
      ]
    : []),
]
