// Lazy page components, cached by pattern. `forgetPage` allows a failed load to be retried.
import { type ComponentType, createElement, type LazyExoticComponent, lazy } from 'react'
import type { FoundPage } from '#web/lib/page.ts'
import { loadWhenReached } from './reach.ts'

const loaded = new Map<string, LazyExoticComponent<ComponentType>>()

export function lazyPage({ pattern, entry }: FoundPage): LazyExoticComponent<ComponentType> {
  const known = loaded.get(pattern)
  if (known) return known
  const component = lazy(async () => {
    const { default: Page } = await loadWhenReached(entry.load)
    return { default: () => createElement(Page, entry.props ?? {}) }
  })
  loaded.set(pattern, component)
  return component
}

export const forgetPage = (pattern: string): void => void loaded.delete(pattern)
