/// <reference types="@sveltejs/adapter-node" />
