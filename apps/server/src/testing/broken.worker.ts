throw new Error('no libraries');
