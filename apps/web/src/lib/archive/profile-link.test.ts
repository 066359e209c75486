import { expect, test } from 'vitest';
import { profileHref } from './profile-link.ts';

test('members have a profile; guests and deleted accounts have none', () => {
  expect(profileHref('Ann')).toBe('/players/Ann');
  expect(profileHref('Guest-k7m2q')).toBeUndefined();
  expect(profileHref('Amber-Otter')).toBeUndefined();
  expect(profileHref('Amber-Otter-7')).toBeUndefined();
  expect(profileHref('Deleted-k7m2q')).toBeUndefined();
});
