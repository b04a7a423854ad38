// A named box that scrolls, in the order of tabs.
import type { ComponentProps, CSSProperties, ReactNode } from 'react'

type Props = {
  label: string
  className: string
  style?: CSSProperties
  onScroll?: ComponentProps<'section'>['onScroll']
  children: ReactNode
}

export const ScrollBox = ({ label, children, ...rest }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by the keyboard
  <section tabIndex={0} aria-label={label} {...rest}>
    {children}
  </section>
)
